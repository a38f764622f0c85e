"""What somebody at a seat can ask: each answer is what the command of that name gives with `--json`."""

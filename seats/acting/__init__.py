"""What somebody at a seat can do: each act gives what the command of that name gives with `--json`."""

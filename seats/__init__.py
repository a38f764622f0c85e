"""What somebody at a seat can ask and do: each answer as data; `cli` prints it, a service sends it."""

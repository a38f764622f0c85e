"""Processes that all go on at the same moment."""

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def at_once(*commands: list[str]) -> list[list[str]]:
    """Run these with Python, let all go on together once each says that it is ready: their lines."""
    running = [
        subprocess.Popen(
            [sys.executable, *command],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for command in commands
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    told = []
    for process in running:
        out, errors = process.communicate(timeout=120)
        assert (process.returncode, errors) == (0, ""), errors
        told.append(out.splitlines())
    return told

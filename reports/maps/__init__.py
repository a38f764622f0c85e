"""The board drawn: as SVG with arrows and stacks, frame by frame, and in text."""

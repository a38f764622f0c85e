"""Maps of the board: as SVG with arrows and stacks, frame by frame, and as text."""

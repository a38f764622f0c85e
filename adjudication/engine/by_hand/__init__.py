"""What the white cell does by hand, in any system."""

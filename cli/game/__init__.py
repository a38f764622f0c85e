"""Starting, playing and looking."""

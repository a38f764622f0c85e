"""The course of a game: set-up and deployment (3), support (4.1.1), turn end (4.1.4), victory (8)."""

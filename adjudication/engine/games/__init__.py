"""What is played: rule systems and which code they are, scenarios and their files."""

"""The ISR phase (8): theater ISR, and ISR aircraft that the enemy contests."""

"""The rear area (10.15.10): Security Zones and Partisans, and the battles between them."""

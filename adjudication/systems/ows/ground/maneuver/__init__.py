"""Movement on the ground (10.10): marches, what engineers build (10.11, 10.12), reaction, exploitation,
landings (10.15.8) and retreats."""

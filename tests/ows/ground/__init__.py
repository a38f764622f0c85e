"""The ground war of the Operational Wargame System."""

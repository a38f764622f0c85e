"""Special operations (6.6): teams, and the missions that they carry out."""

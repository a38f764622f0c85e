"""Air combat (9.7): fighters, air defences and their suppression, packages in flight, interdiction
(6.5.10.4)."""

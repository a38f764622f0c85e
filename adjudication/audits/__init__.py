"""The parts of the audit, one job a module; `adjudication/audit.py` puts them together."""

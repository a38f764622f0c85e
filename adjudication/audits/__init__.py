"""The parts of the audit, one job a module; `adjudication/audits/audit.py` puts them together."""

"""The names of the phases of the later scenarios."""

SETTING_UP, MISSIONS, PURCHASES, ENTRY = "set-up", "missions", "purchases", "entry"
"""MISSIONS: the Operations Phase (3.0c). PURCHASES: the economics of the Seasonal Interphase. ENTRY:
Ethiopian units cross the border (war2006.economics.d)."""
PHASES = (SETTING_UP, MISSIONS, PURCHASES, ENTRY)

"""Indistinguishable worlds: what is hidden from a side is rearranged, and nothing that it is shown may change.

The model is OpenSpiel's `ResampleInfostateTest`.
"""

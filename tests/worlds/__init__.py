"""Indistinguishable worlds: what is hidden from a side is rearranged, and nothing that it sees may change.

The model is OpenSpiel's `ResampleInfostateTest`.
"""

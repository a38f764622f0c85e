"""Looking back and ahead: reviews, comparisons, odds, studies, the read model."""

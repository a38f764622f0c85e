"""A staff that plays a side: it finds, fixes and strikes, husbands its magazines and defends its
carriers. It knows no more than its side does: its own units, what was detected, and contacts by what they
look like."""

"""The page of one course: its parts as doors, the brain turning beside them."""

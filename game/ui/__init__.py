"""The one theme and the widgets every screen is made of."""

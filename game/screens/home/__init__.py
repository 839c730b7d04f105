"""The first screen: which course."""

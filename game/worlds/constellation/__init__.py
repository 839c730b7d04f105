"""The Concept Constellation: the ideas of a course as stars one can fly among."""

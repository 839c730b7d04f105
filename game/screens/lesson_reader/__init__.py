"""The lesson reader: contents, text and self-check questions."""

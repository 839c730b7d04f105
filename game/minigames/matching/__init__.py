"""Match the Pairs: terms on the left, definitions on the right, threads between. Rules, view and scene."""

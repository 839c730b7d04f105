"""The Region Quiz: ten questions on the brain, by click, by name and by choice. Rules, view and scene."""

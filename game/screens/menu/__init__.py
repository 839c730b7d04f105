"""The menu: settings, about, about the brain data, quit."""

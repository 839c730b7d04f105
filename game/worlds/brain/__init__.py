"""The Neuroanatomy Explorer: a brain one walks around, clicks and reads about."""

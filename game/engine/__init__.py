"""What Panda3D needs wrapping for: scenes, scopes, input, cameras, shaders, meshes."""

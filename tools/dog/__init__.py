"""Parts of tools/make_dog.py."""

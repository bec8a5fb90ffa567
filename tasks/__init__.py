"""The project's own errands: set-up, browser, notebooks. No part of the package."""

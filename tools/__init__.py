"""What maintains the project and is not shipped with it."""

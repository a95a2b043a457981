"""What a scenario, a folder of files or a user's own file must hold to."""

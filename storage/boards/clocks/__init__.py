"""The clocks of boards: stops, downtimes, reminders and deadlines."""

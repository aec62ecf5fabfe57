"""The health of the server: checks, the state that the admin sees, and mails to the admin."""

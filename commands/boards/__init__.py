"""Actions on boards that several verbs share."""

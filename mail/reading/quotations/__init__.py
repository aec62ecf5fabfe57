"""Find quotations and signatures, which weren't typed by the writer of an email."""

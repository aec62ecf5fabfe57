"""Find quotations and signatures, because the writer of an email didn't type these."""

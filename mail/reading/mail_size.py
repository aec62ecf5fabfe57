"""The limit of a mail's size, for programs that load nothing else."""

MAX_MAIL_BYTES = 256 * 1024

"""Read incoming mail: envelope, headers, body, replies and bounces."""

"""Words of requests in a reply."""

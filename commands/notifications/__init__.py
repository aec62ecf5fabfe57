"""When and how players are told: schedule, digest and format."""

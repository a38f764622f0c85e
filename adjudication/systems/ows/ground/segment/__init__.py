"""The ground segment (10.2, 10.3): initiative, organization, and the impulses in their order."""

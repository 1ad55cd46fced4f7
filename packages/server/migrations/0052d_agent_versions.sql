-- Terminals by the version of their agent; one that nobody has would read them all.
-- squawk-ignore require-concurrent-index-creation
create index device_by_agent on device (agent_version, id) where deleted_at is null;

-- The list of terminals may be cut to the time when they were made or last changed.

-- squawk-ignore require-concurrent-index-creation
create index device_created on device (created_at) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index device_updated on device (updated_at) where deleted_at is null;

-- Who sees what he made himself finds it without a walk through the whole estate.
-- squawk-ignore require-concurrent-index-creation
create index device_made_by on device (created_by, sn) include (id, org_id, model_id, lifecycle)
  where deleted_at is null;

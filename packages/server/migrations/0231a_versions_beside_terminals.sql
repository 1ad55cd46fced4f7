-- Two indexes held the firmware beside what they are for, so that a terminal that tells another one was written into all
-- of them again. Filters find versions in device_version, and nobody reads it here.
-- squawk-ignore require-concurrent-index-deletion
drop index device_lifecycle, device_by_activation;
-- squawk-ignore require-concurrent-index-creation
create index device_lifecycle on device (lifecycle, sn) include (id, org_id, model_id, vendor_id)
  where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index device_by_activation on device (vendor_id, activated_at) include (id, sn, org_id, model_id, lifecycle)
  where deleted_at is null;

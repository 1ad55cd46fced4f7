-- Terminals of a life cycle, and those of a vendor, are mostly asked for beside something else: what that is stands in
-- the index, beside what a list counts and puts in order, so that up to 10,001 that match are found without reading
-- the terminals. All of it stands in other indexes already, and versions in none: no change of
-- a terminal writes more of them than before.
-- squawk-ignore require-concurrent-index-deletion
drop index device_lifecycle;
-- squawk-ignore require-concurrent-index-creation
create index device_lifecycle on device (lifecycle, sn) include (id, org_id, model_id, vendor_id)
  where deleted_at is null;
-- squawk-ignore require-concurrent-index-deletion
drop index device_by_activation;
-- squawk-ignore require-concurrent-index-creation
create index device_by_activation on device (vendor_id, activated_at) include (id, sn, org_id, model_id, lifecycle)
  where deleted_at is null;

-- Terminals that were never activated, in the order of the list: what they are asked for beside that stands in the
-- index. They often have numbers of their own, behind all others, so that a walk through all found none for long.
-- squawk-ignore require-concurrent-index-creation
create index device_not_activated on device (sn) include (id, org_id, model_id, vendor_id, lifecycle, firmware)
  where deleted_at is null and activated_at is null;

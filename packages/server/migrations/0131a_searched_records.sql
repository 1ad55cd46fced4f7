-- Stations, groups, plans, templates, repairs and versions are found by any part of what they are called.
-- squawk-ignore require-concurrent-index-creation
create index station_words on station using gin (name gin_trgm_ops, code gin_trgm_ops) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index device_group_words on device_group using gin (name gin_trgm_ops) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index plan_words on plan using gin (plan_no gin_trgm_ops, name gin_trgm_ops) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index param_template_words on param_template using gin (name gin_trgm_ops, code gin_trgm_ops) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index repair_words on repair using gin (ticket_no gin_trgm_ops);
-- squawk-ignore require-concurrent-index-creation
create index upgrade_version_words on upgrade_version using gin (name gin_trgm_ops, version_name gin_trgm_ops)
  where deleted_at is null;

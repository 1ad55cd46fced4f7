-- A sheet asks which of its columns are secrets before a row of it is kept.
-- squawk-ignore require-concurrent-index-creation
create index global_param_secret on global_param (key) where type = 'SECRET' and deleted_at is null;

-- A sheet asks where a name holds a secret: at an organisation at a time, however many terminals of others have one.
-- squawk-ignore require-concurrent-index-deletion
drop index global_param_secret;
-- squawk-ignore require-concurrent-index-creation
create index global_param_secret on global_param (key, org_id) where type = 'SECRET' and deleted_at is null;

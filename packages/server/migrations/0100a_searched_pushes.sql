-- Tasks, applications and policies are found by any part of what they are called.
-- squawk-ignore require-concurrent-index-creation
create index push_words on push using gin (task_no gin_trgm_ops, title gin_trgm_ops);
-- squawk-ignore require-concurrent-index-creation
create index app_words on app using gin (name gin_trgm_ops, package gin_trgm_ops) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index org_apk_words on org_apk using gin (name gin_trgm_ops) where deleted_at is null;

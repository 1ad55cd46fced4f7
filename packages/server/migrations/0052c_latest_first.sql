-- Lists that show the latest first, whoever made it, and words in them.

-- squawk-ignore require-concurrent-index-creation
create index async_task_latest on async_task (shown_at desc nulls last, id desc);
-- squawk-ignore require-concurrent-index-creation
create index async_task_words on async_task using gin (task_no gin_trgm_ops, title gin_trgm_ops);
-- squawk-ignore require-concurrent-index-creation
create index file_task_latest on file_task (created_at desc nulls last, id desc);
-- squawk-ignore require-concurrent-index-creation
create index file_task_words on file_task using gin (name gin_trgm_ops);
-- squawk-ignore require-concurrent-index-deletion
drop index upload_latest;
-- squawk-ignore require-concurrent-index-creation
create index upload_latest on upload (created_at desc nulls last, id desc) where state <> 'REMOVED';

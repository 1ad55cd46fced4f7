-- Lists that show the latest first ask for moments that every row has without `nulls last`: so they are read from
-- an index, in whichever direction it runs.
-- squawk-ignore require-concurrent-index-deletion
drop index file_task_latest;
-- squawk-ignore require-concurrent-index-creation
create index file_task_latest on file_task (created_at desc, id desc);
-- squawk-ignore require-concurrent-index-deletion
drop index upload_latest;
-- squawk-ignore require-concurrent-index-creation
create index upload_latest on upload (created_at desc, id desc) where state <> 'REMOVED';

-- As all other lists name who changed a row last.
alter view task_template_row rename column updated_by to updated_by_name;

-- First pages of lists that a terminal each may fill: in the order of an index, their bins too.
-- squawk-ignore require-concurrent-index-creation
create index global_param_in_order on global_param (key, level, id) where deleted_at is null;
-- squawk-ignore require-concurrent-index-deletion
drop index global_param_of_key;
-- squawk-ignore require-concurrent-index-creation
create index global_param_removed on global_param (key, level, id) where deleted_at is not null;

-- squawk-ignore require-concurrent-index-creation
create index param_assignment_latest on param_assignment (updated_at desc, id desc) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index param_assignment_removed on param_assignment (updated_at desc, id desc) where deleted_at is not null;

-- squawk-ignore require-concurrent-index-creation
create index json_document_in_order on json_document (code, level, name, id) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index json_document_removed on json_document (code, level, name, id) where deleted_at is not null;

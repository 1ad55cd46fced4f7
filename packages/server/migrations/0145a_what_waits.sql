-- What waits for a second person is counted on the first page of everybody, and is little.
-- squawk-ignore require-concurrent-index-creation
create index plan_waiting on plan (org_id) where state = 'APPROVAL' and deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index upgrade_version_waiting on upgrade_version (org_id) where state = 'PENDING' and deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index param_assignment_waiting on param_assignment (org_id) where state = 'PENDING_APPROVAL' and deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index json_document_waiting on json_document (org_id) where state = 'PENDING_APPROVAL' and deleted_at is null;

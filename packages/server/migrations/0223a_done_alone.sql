-- What one person has revoked, withdrawn, enabled, disabled or put before others alone counts for a while as what he
-- has put in force alone.
alter table param_assignment add column alone_by uuid, add column alone_at timestamptz, add column alone_count integer;
alter table json_document add column alone_by uuid, add column alone_at timestamptz, add column alone_count integer;
-- squawk-ignore require-concurrent-index-creation
create index param_assignment_alone on param_assignment (alone_by, alone_at) where alone_by is not null;
-- squawk-ignore require-concurrent-index-creation
create index json_document_alone on json_document (alone_by, alone_at) where alone_by is not null;
-- squawk-ignore require-concurrent-index-creation
create index json_document_rev_alone on json_document_rev (published_by, published_at) where approved_by is null;

-- What one person puts in force alone within a while is counted together. A sheet is written bit by bit, and is no
-- other than itself.
alter table param_assignment_rev add column task_id uuid;
-- squawk-ignore require-concurrent-index-creation
create index param_assignment_rev_alone on param_assignment_rev (published_by, published_at) where approved_by is null;

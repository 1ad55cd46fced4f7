-- A list of templates says how many assignments use each.
-- squawk-ignore require-concurrent-index-creation
create index param_assignment_template on param_assignment (template_rev_id) where deleted_at is null;

-- A word is looked for among what assignments and documents say themselves, and among the names of their targets,
-- which are found first: an index answers each part.
-- squawk-ignore require-concurrent-index-creation
create index param_assignment_words on param_assignment using gin (name gin_trgm_ops, remark gin_trgm_ops)
  where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index param_assignment_target on param_assignment (target_id) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index json_document_words on json_document using gin (name gin_trgm_ops, code gin_trgm_ops, remark gin_trgm_ops)
  where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index json_document_target on json_document (target_id) where deleted_at is null;

-- Whether the same is under way already is asked of pushes first.
-- squawk-ignore require-concurrent-index-creation
create index push_open_kind on push (kind) where ended_at is null;

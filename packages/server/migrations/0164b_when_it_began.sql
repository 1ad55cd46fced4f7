-- What began within a day, beside the curve of that day.

-- squawk-ignore require-concurrent-index-creation
create index push_began on push (greatest(created_at, starts_at, approved_at));
-- squawk-ignore require-concurrent-index-creation
create index plan_began on plan (started_at) where started_at is not null;
-- squawk-ignore require-concurrent-index-creation
create index org_apk_release_began on org_apk_release (started_at);

-- Which parameters somebody changed on a terminal since they were brought, as far as it tells them.
alter table param_applied add column edits text[] not null default '{}';
-- squawk-ignore require-concurrent-index-creation
create index param_desired_drift on param_desired (changed_at desc, device_id, app_id) where until is null and state = 'DRIFT';

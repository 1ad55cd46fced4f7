-- A push may leave at a pace of its own: when its next item may, and items that wait for the turn that
-- they were given.
create table push_pace (
  push_id uuid primary key,
  at timestamptz not null
);
-- squawk-ignore constraint-missing-not-valid
alter table push_item drop constraint push_item_waits_for, add constraint push_item_waits_for check (waits_for in ('PACE',
  'BLACKOUT', 'WINDOW', 'PAUSED', 'STOPPED', 'GRACE', 'RETRY', 'RATE'));
-- Turns that were given are given anew where the pace changes.
-- squawk-ignore constraint-missing-not-valid
alter table push_work drop constraint push_work_kind, add constraint push_work_kind check (kind in ('RESUME', 'RETRY',
  'LIFT', 'RATE'));

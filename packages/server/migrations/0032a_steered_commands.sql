-- Commands leave at a pace, and not on blackout days.

alter table device_task_item
  -- The organisation of whoever gave it: the commands of one leave at one pace.
  add column sender_org_id uuid,
  -- Why it does not leave although its terminal is there; until next_publish_at.
  add column waits_for text,
  add column waits_reason text,
  -- squawk-ignore constraint-missing-not-valid
  add constraint device_task_item_waits_for check (waits_for in ('PACE', 'BLACKOUT'));

-- What is to be sent at a moment: again, or at last.
-- squawk-ignore require-concurrent-index-deletion
drop index device_task_item_due;
-- squawk-ignore require-concurrent-index-creation
create index device_task_item_due on device_task_item (next_publish_at)
  where state in ('QUEUED', 'PUBLISHED', 'DELIVERED') and next_publish_at is not null;

-- How many commands of an organisation may leave at once; it fills up with time, for all gateways together.
create table command_pace (
  org_id uuid primary key references organization (id) on delete cascade,
  room double precision not null,
  at timestamptz not null
) with (fillfactor = 50);

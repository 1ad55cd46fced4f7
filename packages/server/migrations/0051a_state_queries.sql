-- A command of which its terminal says no more is asked for before its time is up.
alter table device_task_item
  -- When its terminal is asked, unless it speaks before; when it was asked last.
  add column ask_at timestamptz,
  add column asked_at timestamptz;

update device_task_item set ask_at = greatest(expires_at, now()) + interval '450 seconds'
  where ended_at is null and state in ('ACKED', 'RUNNING', 'DEFERRED');
update device_task_item set ask_at = expires_at - interval '2 minutes'
  where ended_at is null and state in ('PUBLISHED', 'DELIVERED');

-- As small as the open work.
-- squawk-ignore require-concurrent-index-creation
create index device_task_item_ask on device_task_item (ask_at)
  where ask_at is not null and ended_at is null;

-- Commands that were given together are told of together: in one notice, when the last of them has ended.
create table command_batch (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  cmd text not null,
  created_at timestamptz not null default now()
);

-- The batch that a command was given with; null: it was given alone.
alter table device_task_item add column batch_id uuid;
-- Whether a batch has ended is asked every few seconds.
-- squawk-ignore require-concurrent-index-creation
create index device_task_item_batch on device_task_item (batch_id, ended_at) where batch_id is not null;

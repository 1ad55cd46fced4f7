-- What batches in the background have changed, as they left it, so that it can be undone as long as nobody
-- has changed it since.

create table batch_changed (
  task_id uuid not null references async_task (id) on delete cascade,
  id uuid not null,
  version integer not null,
  -- What people know the record by.
  name text not null,
  primary key (task_id, id)
);

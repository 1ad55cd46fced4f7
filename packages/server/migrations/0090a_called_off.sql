-- What a terminal was told already is called off by another message: until the terminal answers, its
-- item is CANCELLING.
-- squawk-ignore constraint-missing-not-valid
alter table push_item drop constraint push_item_state, add constraint push_item_state check (state in ('CREATED',
  'QUEUED', 'PUBLISHED', 'DELIVERED', 'ACKED', 'RUNNING', 'SUCCESS', 'FAILED', 'REFUSED', 'DEFERRED', 'CANCELLING',
  'CANCELLED', 'EXPIRED', 'TIMEOUT', 'FILTERED', 'DUPLICATE', 'OFFLINE_SKIPPED'));

-- Whatever is under way, whichever states that are.
-- squawk-ignore require-concurrent-index-deletion
drop index push_item_waiting;
-- squawk-ignore require-concurrent-index-creation
create index push_item_under_way on push_item (device_id, cmd) where ended_at is null;
-- squawk-ignore require-concurrent-index-deletion
drop index push_item_due;
-- squawk-ignore require-concurrent-index-creation
create index push_item_due on push_item (next_publish_at) where next_publish_at is not null;

-- What is to be done with many items of a push, or with those that a halt kept back: some at a time, so
-- that nobody waits for the locks of all.
create table push_work (
  id uuid primary key default uuid7(),
  -- Null: of whichever push.
  push_id uuid references push (id) on delete cascade,
  kind text not null,
  -- Who wants it, with what he might do and see then.
  principal jsonb,
  -- Of one error code alone.
  code text,
  -- The last item that was looked at.
  cursor_id uuid,
  created_at timestamptz not null default now(),
  constraint push_work_kind check (kind in ('RESUME', 'RETRY', 'LIFT'))
);
create index push_work_push on push_work (push_id);

-- When each terminal that is online is looked at next: the moment at which it has missed too many
-- beats, had it fallen silent when it was last looked at. Beats do not write here; a look that finds
-- newer ones moves the moment on. So the sweep reads those whose moment has come, and no others.
create table device_watch (
  device_id uuid primary key,
  due_at timestamptz not null
);
create index device_watch_due on device_watch (due_at);
insert into device_watch (device_id, due_at) select device_id, now() from device_online;

-- Whoever comes is looked at once, which says when the next time is. Rows of those who left stay until
-- their moment.
create function watch_online() returns trigger language plpgsql as $$
begin
  insert into device_watch (device_id, due_at) select device_id, now() from added order by 1
    -- Not "do nothing": it waits for a sweep that is just about to forget this terminal.
    on conflict (device_id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger device_online_watch after insert on device_online
  referencing new table as added for each statement execute function watch_online();

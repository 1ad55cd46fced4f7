-- Filters ask on which side of its fence a terminal is, and whether it is locked: what changes of either is noted.

-- Most reports of a place change no side.
create function note_fenced() returns trigger language plpgsql as $$
begin
  if not exists (select from filter_use where field = 'fence') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into device_changed (device_id) select device_id from added;
  elsif tg_op = 'DELETE' then
    insert into device_changed (device_id) select device_id from removed;
  else
    insert into device_changed (device_id) select distinct device_id from (
      select device_id, state from added except select device_id, state from removed) as moved;
  end if;
  return null;
end $$;
create trigger device_fence_noted_added after insert on device_fence
  referencing new table as added for each statement execute function note_fenced();
create trigger device_fence_noted_changed after update on device_fence
  referencing old table as removed new table as added for each statement execute function note_fenced();
create trigger device_fence_noted_removed after delete on device_fence
  referencing old table as removed for each statement execute function note_fenced();
-- Who is outside, by terminal.
-- squawk-ignore require-concurrent-index-creation
create index device_fence_outside on device_fence (device_id) where state = 'OUT';

create function note_locked() returns trigger language plpgsql as $$
begin
  if not exists (select from filter_use where field = 'lock') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into device_changed (device_id) select device_id from added;
  elsif tg_op = 'DELETE' then
    insert into device_changed (device_id) select device_id from removed;
  else
    insert into device_changed (device_id) select distinct device_id from (
      select device_id, state from added except select device_id, state from removed) as moved;
  end if;
  return null;
end $$;
create trigger device_lock_noted_added after insert on device_lock
  referencing new table as added for each statement execute function note_locked();
create trigger device_lock_noted_changed after update on device_lock
  referencing old table as removed new table as added for each statement execute function note_locked();
create trigger device_lock_noted_removed after delete on device_lock
  referencing old table as removed for each statement execute function note_locked();

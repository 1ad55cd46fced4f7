-- Sets of values that nobody has any more are forgotten by looking at those alone that somebody left, or that
-- nobody ever got; so far all sets were held against all that terminals have and had.
create table param_set_left (
  set_id bigint not null,
  at timestamptz not null default clock_timestamp()
);
create index param_set_left_set on param_set_left (set_id, at);
create index param_set_left_at on param_set_left (at);

insert into param_set_left (set_id) select id from param_set;

create function note_new_sets() returns trigger language plpgsql as $$
begin
  insert into param_set_left (set_id) select id from added;
  return null;
end $$;
create trigger param_set_noted after insert on param_set
  referencing new table as added for each statement execute function note_new_sets();

-- Each connection counts apart, and says once a statement which sets were left in it.
create or replace function tally_params() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into param_set_tally as kept (set_id, state, slot, devices)
      select set_id, state, pg_backend_pid(), count(*) from came where until is null group by 1, 2 order by 1, 2
      on conflict (set_id, state, slot) do update set devices = kept.devices + excluded.devices;
  elsif tg_op = 'DELETE' then
    insert into param_set_tally as kept (set_id, state, slot, devices)
      select set_id, state, pg_backend_pid(), -count(*) from went where until is null group by 1, 2 order by 1, 2
      on conflict (set_id, state, slot) do update set devices = kept.devices + excluded.devices;
    insert into param_set_left (set_id) select distinct set_id from went where until is null;
  else
    insert into param_set_tally as kept (set_id, state, slot, devices)
      select set_id, state, pg_backend_pid(), sum(change) from (
        select set_id, state, 1 as change from came where until is null
        union all select set_id, state, -1 from went where until is null) moved
      group by 1, 2 having sum(change) <> 0 order by 1, 2
      on conflict (set_id, state, slot) do update set devices = kept.devices + excluded.devices;
    insert into param_set_left (set_id, at) select set_id, max(until) from came where until is not null group by 1;
  end if;
  return null;
end $$;

-- How many items of a push ended with which code: kept as push_tally is, and only where there is one, so
-- that pushes are found by an error without a look at their items.
create table push_code (
  code text not null,
  push_id uuid not null,
  slot smallint not null,
  count bigint not null,
  primary key (code, push_id, slot)
) with (fillfactor = 50);
create index push_code_push on push_code (push_id);
insert into push_code (code, push_id, slot, count)
  select code, push_id, 0, count(*) from push_item where code is not null group by 1, 2;

create or replace function push_tally_added() returns trigger language plpgsql as $$
begin
  insert into push_tally as known (push_id, state, step, slot, count)
    select push_id, state, coalesce(step, ''), pg_backend_pid() % 16, count(*) from added group by 1, 2, 3 order by 1, 2, 3
    on conflict (push_id, state, step, slot) do update set count = known.count + excluded.count;
  insert into push_code as known (code, push_id, slot, count)
    select code, push_id, pg_backend_pid() % 16, count(*) from added where code is not null group by 1, 2 order by 1, 2
    on conflict (code, push_id, slot) do update set count = known.count + excluded.count;
  return null;
end $$;
create or replace function push_tally_removed() returns trigger language plpgsql as $$
begin
  insert into push_tally as known (push_id, state, step, slot, count)
    select push_id, state, coalesce(step, ''), pg_backend_pid() % 16, -count(*) from removed group by 1, 2, 3 order by 1, 2, 3
    on conflict (push_id, state, step, slot) do update set count = known.count + excluded.count;
  insert into push_code as known (code, push_id, slot, count)
    select code, push_id, pg_backend_pid() % 16, -count(*) from removed where code is not null group by 1, 2 order by 1, 2
    on conflict (code, push_id, slot) do update set count = known.count + excluded.count;
  return null;
end $$;
create or replace function push_tally_changed() returns trigger language plpgsql as $$
begin
  insert into push_tally as known (push_id, state, step, slot, count)
    select push_id, state, step, pg_backend_pid() % 16, sum(sign) from (
      select push_id, state, coalesce(step, '') as step, 1 as sign from added
      union all select push_id, state, coalesce(step, ''), -1 from removed) as moved
    group by 1, 2, 3 having sum(sign) <> 0 order by 1, 2, 3
    on conflict (push_id, state, step, slot) do update set count = known.count + excluded.count;
  insert into push_code as known (code, push_id, slot, count)
    select code, push_id, pg_backend_pid() % 16, sum(sign) from (
      select code, push_id, 1 as sign from added where code is not null
      union all select code, push_id, -1 from removed where code is not null) as moved
    group by 1, 2 having sum(sign) <> 0 order by 1, 2
    on conflict (code, push_id, slot) do update set count = known.count + excluded.count;
  return null;
end $$;

-- Application tasks are looked for by what they bring.
-- squawk-ignore require-concurrent-index-creation
create index push_of_app on push ((args #>> '{gate,appId}'), created_at desc)
  where kind in ('APP_INSTALL', 'APP_UNINSTALL');
-- squawk-ignore require-concurrent-index-creation
create index push_of_version on push ((args ->> 'vn'), created_at desc)
  where kind in ('APP_INSTALL', 'APP_UNINSTALL');
-- A creator's are shown the latest first.
-- squawk-ignore require-concurrent-index-deletion
drop index push_created_by;
-- squawk-ignore require-concurrent-index-creation
create index push_created_by on push (created_by, created_at desc);

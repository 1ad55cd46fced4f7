-- What became of the terminals of plans, in figures (decision 0114): by differences that the ends of their
-- items append, added up with all others.
create table plan_stat_change (
  id bigint generated always as identity primary key,
  plan_id uuid not null,
  -- DONE (value: seconds until it was done, rounded up to a step), SECONDS, BYTES, and failures by CODE, MODEL,
  -- ORG, NETWORK and HOUR (of the day, UTC); PAUSED: how often.
  measure text not null,
  value text not null default '',
  delta bigint not null
);
create table plan_stat (
  plan_id uuid not null references plan (id) on delete cascade,
  measure text not null,
  value text not null,
  count bigint not null,
  primary key (plan_id, measure, value)
) with (fillfactor = 80);

-- Steps of about a tenth, so that a percentile is right within one of them.
create function duration_step(seconds float8) returns text language sql immutable parallel safe as $$
  select ceil(1.1 ^ ceil(log(1.1, greatest(seconds, 1)::numeric)))::bigint::text
$$;

create function note_plan_ends() returns trigger language plpgsql as $$
begin
  if not exists (select from added join plan_push made on made.push_id = added.push_id where made.purpose = 'FORTH') then
    return null;
  end if;
  insert into plan_stat_change (plan_id, measure, value, delta)
    -- What begins anew is taken away again; what only told more after its end is neither.
    with ended as (select id, push_id, device_id, state, code, bytes, queued_at, created_at, ended_at from added
          where ended_at is not null),
      before as (select id, push_id, device_id, state, code, bytes, queued_at, created_at, ended_at from removed
          where ended_at is not null),
      moved as materialized (
        (select *, 1 as sign from ended except select *, 1 from before)
        union all (select *, -1 from before except select *, -1 from ended))
    select made.plan_id, told.measure, told.value, sum(told.delta * moved.sign)
    from moved join plan_push made on made.push_id = moved.push_id and made.purpose = 'FORTH'
      left join device on device.id = moved.device_id left join device_state state on state.device_id = moved.device_id
      cross join lateral (select extract(epoch from moved.ended_at - coalesce(moved.queued_at, moved.created_at))::float8 as seconds,
        moved.state = 'SUCCESS' and made.is_last as is_done,
        moved.state in ('FAILED', 'REFUSED', 'TIMEOUT', 'EXPIRED', 'CANCELLED') as has_failed) as said
      cross join lateral (values
        ('DONE', case when said.is_done then duration_step(said.seconds) end, 1::bigint),
        ('SECONDS', case when said.is_done then '' end, said.seconds::bigint),
        ('BYTES', case when moved.bytes > 0 then '' end, moved.bytes),
        ('CODE', case when said.has_failed then coalesce(moved.code, '') end, 1),
        ('MODEL', case when said.has_failed then device.model_id::text end, 1),
        ('ORG', case when said.has_failed then device.org_id::text end, 1),
        ('NETWORK', case when said.has_failed then coalesce(state.network_type, '') end, 1),
        ('HOUR', case when said.has_failed then extract(hour from moved.ended_at at time zone 'UTC')::text end, 1))
        as told (measure, value, delta)
    where told.value is not null group by 1, 2, 3 having sum(told.delta * moved.sign) <> 0;
  return null;
end $$;
create trigger push_item_plan_ended after update on push_item
  referencing old table as removed new table as added for each statement execute function note_plan_ends();

create function note_plan_paused() returns trigger language plpgsql as $$
begin
  insert into plan_stat_change (plan_id, measure, delta) values (new.id, 'PAUSED', 1);
  return null;
end $$;
create trigger plan_paused after update of state on plan
  for each row when (new.state = 'PAUSED' and old.state <> 'PAUSED') execute function note_plan_paused();

create function fold_plan_changes() returns void language sql as $$
  with taken as (delete from plan_stat_change returning plan_id, measure, value, delta)
  insert into plan_stat as known (plan_id, measure, value, count)
    select taken.plan_id, measure, value, sum(delta) from taken join plan on plan.id = taken.plan_id
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (plan_id, measure, value) do update set count = known.count + excluded.count
$$;

-- Of plans that ended before.
insert into plan_stat (plan_id, measure, value, count)
  select made.plan_id, told.measure, told.value, sum(told.delta)
  from plan_push made join push_item item on item.push_id = made.push_id and item.ended_at is not null
    left join device on device.id = item.device_id
    cross join lateral (select extract(epoch from item.ended_at - coalesce(item.queued_at, item.created_at))::float8 as seconds,
      item.state = 'SUCCESS' and made.is_last as is_done,
      item.state in ('FAILED', 'REFUSED', 'TIMEOUT', 'EXPIRED', 'CANCELLED') as has_failed) as said
    cross join lateral (values
      ('DONE', case when said.is_done then duration_step(said.seconds) end, 1::bigint),
      ('SECONDS', case when said.is_done then '' end, said.seconds::bigint),
      ('BYTES', case when item.bytes > 0 then '' end, item.bytes),
      ('CODE', case when said.has_failed then coalesce(item.code, '') end, 1),
      ('MODEL', case when said.has_failed then device.model_id::text end, 1),
      ('ORG', case when said.has_failed then device.org_id::text end, 1),
      ('HOUR', case when said.has_failed then extract(hour from item.ended_at at time zone 'UTC')::text end, 1))
      as told (measure, value, delta)
  where made.purpose = 'FORTH' and told.value is not null group by 1, 2, 3 having sum(told.delta) <> 0;

create or replace function fold_stat_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  with taken as (delete from stat_change returning at, org_id, model_id, measure, value, delta),
    summed as materialized (
      select steps.step, date_trunc(steps.step, taken.at, 'UTC') as at, org_id, model_id, measure, value, sum(delta) as delta
      from taken cross join (values ('HOUR'), ('DAY')) as steps (step)
      group by 1, 2, 3, 4, 5, 6 having sum(delta) <> 0),
    lineage as materialized (select own.id as org_id, above.id as place
      from organization own join organization above on above.path @> own.path
      where own.id in (select org_id from summed)),
    placed as (select org_id as place, true as is_own, step, at, model_id, measure, value, delta from summed
      union all select lineage.place, false, step, at, model_id, measure, value, delta
        from summed join lineage using (org_id)),
    added as (insert into stat_total as known (place, is_own, measure, step, at, model_id, value, count)
      select place, is_own, measure, step, at, model_id, value, sum(delta) from placed
      group by 1, 2, 3, 4, 5, 6, 7 having sum(delta) <> 0 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (place, is_own, measure, step, at, model_id, value) do update set count = known.count + excluded.count)
  select count(*) into folded from taken;
  perform fold_plan_changes();
  return folded;
end $$;

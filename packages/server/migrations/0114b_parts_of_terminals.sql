-- Versions of what terminals run beside firmware and agent (U-INFO: `parts`, and the security patch as PATCH), as
-- far as they told them: counted with firmware and agent, and found by the filter of the list.

create table device_part (
  device_id uuid not null references device (id) on delete cascade,
  kind text not null check (kind in ('OS', 'SP', 'KERNEL', 'BOOTLOGO', 'RESOURCE', 'PATCH')),
  value text not null,
  -- Where it is counted; none: in the recycle bin.
  org_id uuid,
  model_id uuid,
  primary key (device_id, kind)
);
create index device_part_value on device_part (kind, value, device_id);

create trigger device_part_place before insert on device_part
  for each row execute function place_online();

create function note_parts_added() returns trigger language plpgsql as $$
begin
  insert into device_spread (kind, value, org_id, model_id, count)
    select kind, value, org_id, model_id, count(*) from added where org_id is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = device_spread.count + excluded.count;
  return null;
end $$;
create function note_parts_removed() returns trigger language plpgsql as $$
begin
  insert into device_spread (kind, value, org_id, model_id, count)
    select kind, value, org_id, model_id, -count(*) from removed where org_id is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = device_spread.count + excluded.count;
  return null;
end $$;
create function note_parts_changed() returns trigger language plpgsql as $$
begin
  insert into device_spread (kind, value, org_id, model_id, count)
    select kind, value, org_id, model_id, sum(sign) from (
      select kind, value, org_id, model_id, 1 as sign from added
      union all select kind, value, org_id, model_id, -1 from removed) as moved
    where org_id is not null group by 1, 2, 3, 4 having sum(sign) <> 0 order by 1, 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = device_spread.count + excluded.count;
  return null;
end $$;
create trigger device_part_added after insert on device_part
  referencing new table as added for each statement execute function note_parts_added();
create trigger device_part_removed after delete on device_part
  referencing old table as removed for each statement execute function note_parts_removed();
create trigger device_part_changed after update on device_part
  referencing old table as removed new table as added for each statement execute function note_parts_changed();

create function parts_in(document jsonb) returns table (kind text, value text) language sql immutable parallel safe as $$
  select told.key, left(told.value, 128) from jsonb_each_text(case when jsonb_typeof(document -> 'parts') = 'object'
      then document -> 'parts' else '{}' end) as told
    where told.key in ('OS', 'SP', 'KERNEL', 'BOOTLOGO', 'RESOURCE') and told.value <> ''
  union all select 'PATCH', left(document ->> 'patch', 128) where document ->> 'patch' <> ''
$$;

create function follow_parts() returns trigger language plpgsql as $$
begin
  if not exists (select from added where kind = 'info') then
    return null;
  end if;
  with told as materialized (select added.device_id, part.kind, part.value
      from added cross join lateral parts_in(added.document) as part where added.kind = 'info'),
    gone as materialized (select known.device_id, known.kind from device_part known
        join added on added.device_id = known.device_id and added.kind = 'info'
      where not exists (select from told where told.device_id = known.device_id and told.kind = known.kind)
      order by 1, 2 for update of known),
    removed as (delete from device_part known using gone
      where known.device_id = gone.device_id and known.kind = gone.kind)
  insert into device_part as known (device_id, kind, value)
    select device_id, kind, value from told order by 1, 2
    on conflict (device_id, kind) do update set value = excluded.value where known.value <> excluded.value;
  return null;
end $$;
create trigger device_snapshot_parts_added after insert on device_snapshot
  referencing new table as added for each statement execute function follow_parts();
create trigger device_snapshot_parts_changed after update on device_snapshot
  referencing new table as added for each statement execute function follow_parts();

-- A terminal that moves, becomes another model or goes to the recycle bin is counted elsewhere.
create function move_parts() returns trigger language plpgsql as $$
begin
  if not exists (select id, org_id, model_id, deleted_at is null from added
      except select id, org_id, model_id, deleted_at is null from removed) then
    return null;
  end if;
  with moved as materialized (
      select part.device_id, part.kind, case when added.deleted_at is null then added.org_id end as org_id,
        case when added.deleted_at is null then added.model_id end as model_id
      from added join device_part part on part.device_id = added.id
      order by 1, 2 for update of part)
  update device_part part set org_id = moved.org_id, model_id = moved.model_id
    from moved where part.device_id = moved.device_id and part.kind = moved.kind
      and (part.org_id, part.model_id) is distinct from (moved.org_id, moved.model_id);
  return null;
end $$;
create trigger device_part_follow after update on device
  referencing old table as removed new table as added for each statement execute function move_parts();

create or replace view device_spread_live as
  select spread.kind, spread.value, device.org_id, device.model_id, device.created_by, 1::bigint as count
  from device cross join lateral (values ('FIRMWARE', device.firmware), ('AGENT', device.agent_version),
    ('ACTIVATED', to_char(device.activated_at at time zone 'UTC', 'YYYY-MM-DD'))) as spread (kind, value)
  where device.deleted_at is null and spread.value is not null
  union all
  select part.kind, part.value, device.org_id, device.model_id, device.created_by, 1
  from device_part part join device on device.id = part.device_id where device.deleted_at is null;

-- How many ran each version on each day is kept like how many terminals there were: by differences.
create or replace function fold_estate_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
  this_hour timestamptz := date_trunc('hour', now(), 'UTC');
  gone_by bigint;
begin
  -- One at a time, and none while a subtree moves.
  perform pg_advisory_xact_lock(7214048);
  select coalesce(sum(rounds), 0) into gone_by from online_round where hour = this_hour;
  with taken as (delete from estate_change returning org_id, model_id, measure, value, delta),
    -- All but what is told apart by a value.
    counted as (insert into estate_count as known (measure, org_id, model_id, count)
      select measure, org_id, model_id, sum(delta) from taken where value = ''
        group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (measure, org_id, model_id) do update set count = known.count + excluded.count),
    lives as (insert into stat_change (at, org_id, model_id, measure, value, delta)
      select this_hour, org_id, model_id, measure, value, sum(delta) from taken where value <> '' and measure <> 'ACTIVATED'
        group by 2, 3, 4, 5 having sum(delta) <> 0),
    moves as (insert into online_hour as known (hour, org_id, model_id, delta, missed)
      select this_hour, org_id, model_id, sum(delta), sum(delta) * gone_by from taken
        where measure = 'ONLINE' group by 2, 3 having sum(delta) <> 0 order by 2, 3
      on conflict (hour, org_id, model_id)
        do update set delta = known.delta + excluded.delta, missed = known.missed + excluded.missed),
    told as (select org_id, measure, value, model_id, delta from taken
      union all select org_id, 'DEVICES', '', nil_uuid(), delta from taken where measure = 'LIFE'
      union all select org_id, 'OWN', '', nil_uuid(), delta from taken where measure = 'LIFE'
      union all select org_id, 'PLACES', '', nil_uuid(), delta from taken
        where measure = 'LIFE' and takes_place(value)
      union all select org_id, 'PRESENT', '', nil_uuid(), delta from taken where measure = 'ONLINE'),
    summed as materialized (select org_id, measure, value, model_id, sum(delta) as delta from told
      group by 1, 2, 3, 4 having sum(delta) <> 0),
    -- Each organisation's ancestors are looked up once, however many differences it has.
    lineage as materialized (select own.id as org_id, above.id as place
      from organization own join organization above on above.path @> own.path
      where own.id in (select org_id from summed)),
    below as (insert into online_hour_below as known (hour, place, delta, missed)
      select this_hour, lineage.place, sum(summed.delta), sum(summed.delta) * gone_by
      from summed join lineage using (org_id) where summed.measure = 'PRESENT'
      group by 2 having sum(summed.delta) <> 0 order by 2
      on conflict (hour, place)
        do update set delta = known.delta + excluded.delta, missed = known.missed + excluded.missed),
    added as (insert into estate_total as known (place, measure, value, model_id, count)
      select lineage.place, summed.measure, summed.value, summed.model_id, sum(summed.delta)
      from summed join lineage on lineage.org_id = summed.org_id
        and (summed.measure <> 'OWN' or lineage.place = summed.org_id)
      group by 1, 2, 3, 4 having sum(summed.delta) <> 0 order by 1, 2, 3, 4
      on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count)
  select count(*) into folded from taken;
  perform fold_stat_changes();
  return folded;
end $$;

create or replace function move_estate_totals() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7214048);
  with above as materialized (
      select id, -1 as sign from organization where path @> old.path and id <> new.id
      union all select id, 1 from organization where path @> new.path and id <> new.id),
    past as (insert into online_hour_below as known (hour, place, delta, missed)
      select date_trunc('hour', now(), 'UTC'), above.id, sum(total.count * above.sign),
        sum(total.count * above.sign) * coalesce(
          (select rounds from online_round where hour = date_trunc('hour', now(), 'UTC')), 0)
      from above cross join estate_total total where total.place = new.id and total.measure = 'PRESENT'
      group by 2 having sum(total.count * above.sign) <> 0 order by 2
      on conflict (hour, place)
        do update set delta = known.delta + excluded.delta, missed = known.missed + excluded.missed),
    lives as (insert into stat_total as known (place, is_own, measure, step, at, model_id, value, count)
      select above.id, false, total.measure, steps.step, date_trunc(steps.step, now(), 'UTC'), total.model_id, total.value,
        sum(total.count * above.sign)
      from above cross join estate_total total cross join (values ('HOUR'), ('DAY')) as steps (step)
      where total.place = new.id and total.value <> '' and total.measure <> 'ACTIVATED'
      group by 1, 4, 5, 6, 7, total.measure having sum(total.count * above.sign) <> 0 order by 1, 4, 5, 6, 7
      on conflict (place, is_own, measure, step, at, model_id, value) do update set count = known.count + excluded.count)
  insert into estate_total as known (place, measure, value, model_id, count)
    select above.id, total.measure, total.value, total.model_id, sum(total.count * above.sign)
    from above cross join estate_total total where total.place = new.id and total.measure <> 'OWN'
    group by 1, 2, 3, 4 having sum(total.count * above.sign) <> 0 order by 1, 2, 3, 4
    on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count;
  return null;
end $$;


insert into device_part (device_id, kind, value)
  select snapshot.device_id, part.kind, part.value
  from device_snapshot snapshot cross join lateral parts_in(snapshot.document) as part where snapshot.kind = 'info';

-- How many terminals of each organisation and model have a label. Whoever gives or takes labels, moves a terminal or
-- takes one away says no more than which terminals these are; the folding of counts looks at what they have and where
-- they are by then, and notes the difference to what it has counted of them. So nobody waits for anybody: of a label
-- and a move that are written at the same moment, the one that is committed later is looked at after both.

-- Terminals that are to be looked at.
create table label_noted (
  id bigint generated always as identity primary key,
  device_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0.05);

-- Where each terminal's labels are counted; written by the folding alone.
create table label_counted (
  device_id uuid not null,
  classification_id uuid not null,
  org_id uuid not null,
  model_id uuid not null,
  primary key (device_id, classification_id)
);

create or replace function count_labels_added() returns trigger language plpgsql as $$
begin
  insert into classification_size as known (classification_id, devices)
    select classification_id, count(*) from added group by 1 order by 1
    on conflict (classification_id) do update set devices = known.devices + excluded.devices;
  insert into label_noted (device_id) select distinct device_id from added;
  -- A label given by hand goes before those by rule; a filter may ask for any.
  insert into device_changed (device_id) select distinct device_id from added
    where not by_rule or exists (select from filter_use where field = 'classificationId');
  return null;
end $$;
create or replace function count_labels_removed() returns trigger language plpgsql as $$
begin
  with gone as (select classification_id, count(*) as count from removed group by 1),
    held as (select size.classification_id, gone.count
      from gone join classification_size size using (classification_id) order by 1 for update of size)
  update classification_size size set devices = size.devices - held.count
    from held where size.classification_id = held.classification_id;
  insert into label_noted (device_id) select distinct device_id from removed;
  insert into device_changed (device_id) select distinct device_id from removed
    where not by_rule or exists (select from filter_use where field = 'classificationId');
  return null;
end $$;

-- A terminal that moves, becomes another model or goes to the recycle bin is counted elsewhere; also where it has no
-- label that could be seen yet.
create or replace function move_parts() returns trigger language plpgsql as $$
begin
  insert into label_noted (device_id)
    select id from (select id, org_id, model_id, deleted_at is null from added
      except select id, org_id, model_id, deleted_at is null from removed) as moved;
  if not found then return null; end if;
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

-- Of terminals what they have and where they are, beside what is counted of them: only by the folding, under its lock.
create function fold_labels(most bigint) returns bigint language plpgsql as $$
declare
  folded bigint;
  beyond bigint := coalesce((select min(id) from label_noted) + most, 9223372036854775807);
begin
  with taken as (delete from label_noted where id < beyond returning device_id),
    -- As a list: however many the statistics expect, they are looked up one by one.
    whose as materialized (select array(select distinct device_id from taken) as ids),
    has as materialized (select bound.device_id, bound.classification_id, device.org_id, device.model_id
      from device_classification bound join device on device.id = bound.device_id
      where bound.device_id = any((select ids from whose)::uuid[]) and device.deleted_at is null),
    had as materialized (select device_id, classification_id, org_id, model_id from label_counted
      where device_id = any((select ids from whose)::uuid[])),
    gone as (delete from label_counted known using had
      where known.device_id = had.device_id and known.classification_id = had.classification_id
        and not exists (select from has where has.device_id = had.device_id
          and has.classification_id = had.classification_id)),
    counted as (insert into label_counted as known (device_id, classification_id, org_id, model_id)
      select device_id, classification_id, org_id, model_id from
        (select * from has except select * from had) as come
      on conflict (device_id, classification_id) do update set org_id = excluded.org_id, model_id = excluded.model_id),
    moved as (insert into estate_change (org_id, model_id, measure, value, delta)
      select org_id, model_id, 'LABEL', classification_id::text, sum(sign) from (
        select org_id, model_id, classification_id, 1 as sign from has
        union all select org_id, model_id, classification_id, -1 from had) as each
      group by 1, 2, 4 having sum(sign) <> 0)
  select count(*) into folded from taken;
  return folded;
end $$;

-- What is in no count yet: of as many as one part of the folding takes.
create view label_pending as
  with whose as materialized (select array(select distinct device_id
    from (select device_id from label_noted order by id limit 20000) as next) as ids)
  select bound.classification_id, device.org_id, device.model_id, 1 as delta
    from device_classification bound join device on device.id = bound.device_id
    where bound.device_id = any((select ids from whose)::uuid[]) and device.deleted_at is null
  union all select classification_id, org_id, model_id, -1 from label_counted
    where device_id = any((select ids from whose)::uuid[]);

-- Labels have no history: no page shows one.
create or replace function fold_estate_changes(most bigint default null) returns bigint language plpgsql as $$
declare
  folded bigint;
  beyond bigint := coalesce((select min(id) from estate_change) + most, 9223372036854775807);
  this_hour timestamptz := date_trunc('hour', now(), 'UTC');
  gone_by bigint;
  labelled bigint;
begin
  -- One at a time, and none while a subtree moves.
  perform pg_advisory_xact_lock(7214048);
  labelled := fold_labels(most);
  select coalesce(sum(rounds), 0) into gone_by from online_round where hour = this_hour;
  with taken as (delete from estate_change where id < beyond
      returning org_id, model_id, measure, value, delta),
    -- All but what is told apart by a value.
    counted as (insert into estate_count as known (measure, org_id, model_id, count)
      select measure, org_id, model_id, sum(delta) from taken where value = ''
        group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (measure, org_id, model_id) do update set count = known.count + excluded.count),
    spread as (insert into device_spread_total as known (kind, value, org_id, model_id, count)
      select measure, value, org_id, model_id, sum(delta) from taken
        where value <> '' and measure not in ('LIFE', 'ACTIVATED')
        group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
      on conflict (kind, value, org_id, model_id) do update set count = known.count + excluded.count),
    lives as (insert into stat_change (at, org_id, model_id, measure, value, delta)
      select this_hour, org_id, model_id, measure, value, sum(delta) from taken
        where value <> '' and measure not in ('ACTIVATED', 'LABEL')
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
  return greatest(folded, labelled, fold_stat_changes(most));
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
      where total.place = new.id and total.value <> '' and total.measure not in ('ACTIVATED', 'LABEL')
      group by 1, 4, 5, 6, 7, total.measure having sum(total.count * above.sign) <> 0 order by 1, 4, 5, 6, 7
      on conflict (place, is_own, measure, step, at, model_id, value) do update set count = known.count + excluded.count)
  insert into estate_total as known (place, measure, value, model_id, count)
    select above.id, total.measure, total.value, total.model_id, sum(total.count * above.sign)
    from above cross join estate_total total where total.place = new.id and total.measure <> 'OWN'
    group by 1, 2, 3, 4 having sum(total.count * above.sign) <> 0 order by 1, 2, 3, 4
    on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count;
  return null;
end $$;

insert into label_counted (device_id, classification_id, org_id, model_id)
  select bound.device_id, bound.classification_id, device.org_id, device.model_id
  from device_classification bound join device on device.id = bound.device_id where device.deleted_at is null;
insert into estate_change (org_id, model_id, measure, value, delta)
  select org_id, model_id, 'LABEL', classification_id::text, count(*) from label_counted group by 1, 2, 4;
select fold_estate_changes();

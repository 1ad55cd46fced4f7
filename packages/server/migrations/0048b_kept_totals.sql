-- What is counted of whole subtrees is kept, and changed by differences.
--
-- Whoever changes a count appends the difference, so that nobody waits for anybody else's commit; a
-- worker adds the differences up along the ancestors. What a subtree counts is its total and the
-- differences below it that are not in it yet: exact at any moment.

create table estate_change (
  id bigint generated always as identity primary key,
  org_id uuid not null,
  model_id uuid not null,
  -- LIFE (value: the life cycle), FIRMWARE, AGENT, ACTIVATED (value: as in device_spread), ONLINE, and
  -- the measures of estate_count (no value).
  measure text not null,
  value text not null,
  delta bigint not null
);

-- Of an organisation with everything below it. The spreads have no model: by model they are few
-- enough to be asked of device_spread. DEVICES is LIFE and PRESENT is ONLINE, added up over what is
-- told apart there; OWN is DEVICES without what is below, PLACES those that count for a quota.
create table estate_total (
  place uuid not null,
  measure text not null,
  value text not null,
  model_id uuid not null,
  count bigint not null,
  primary key (place, measure, model_id, value)
) with (fillfactor = 80);

create function nil_uuid() returns uuid language sql immutable parallel safe as $$
  select '00000000-0000-0000-0000-000000000000'::uuid
$$;

-- What is in stock, scrapped or replaced takes no place of a quota.
create function takes_place(lifecycle text) returns boolean language sql immutable parallel safe as $$
  select lifecycle in ('ASSIGNED', 'ACTIVE', 'SUSPENDED', 'REPAIR', 'LOST')
$$;

-- Adds the differences up: below each of their ancestors.
create function fold_estate_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  -- One at a time, and none while a subtree moves.
  perform pg_advisory_xact_lock(7214048);
  with taken as (delete from estate_change returning org_id, model_id, measure, value, delta),
    online as (insert into estate_count as known (pace, measure, org_id, model_id, count)
      select 'MINUTE', 'ONLINE', org_id, model_id, sum(delta) from taken where measure = 'ONLINE'
        group by org_id, model_id having sum(delta) <> 0 order by 3, 4
      on conflict (measure, org_id, model_id) do update set count = known.count + excluded.count),
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
    added as (insert into estate_total as known (place, measure, value, model_id, count)
      select lineage.place, summed.measure, summed.value, summed.model_id, sum(summed.delta)
      from summed join lineage on lineage.org_id = summed.org_id
        and (summed.measure <> 'OWN' or lineage.place = summed.org_id)
      group by 1, 2, 3, 4 having sum(summed.delta) <> 0 order by 1, 2, 3, 4
      on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count)
  select count(*) into folded from taken;
  return folded;
end $$;

-- A subtree takes its totals along: from those above it to those above it now. Differences that are
-- in no total yet go where their organisation lies when they are added up.
create function move_estate_totals() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7214048);
  insert into estate_total as known (place, measure, value, model_id, count)
    select above.id, total.measure, total.value, total.model_id, sum(total.count * above.sign)
    from (select id, -1 as sign from organization where path @> old.path and id <> new.id
        union all select id, 1 from organization where path @> new.path and id <> new.id) as above
      cross join estate_total total where total.place = new.id and total.measure <> 'OWN'
    group by 1, 2, 3, 4 having sum(total.count * above.sign) <> 0 order by 1, 2, 3, 4
    on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count;
  return null;
end $$;
create trigger organization_totals_move after update of parent_id on organization
  for each row when (old.path::text is distinct from new.path::text) execute function move_estate_totals();

-- Differences of what is gone are added up while its place in the tree is known.
create function settle_estate_changes() returns trigger language plpgsql as $$
begin
  perform fold_estate_changes();
  return null;
end $$;
create trigger estate_total_settle before delete on organization
  for each statement execute function settle_estate_changes();

-- The sources. Their rows are per organisation and model, written by the triggers of the terminals.

create function note_tally_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, 'LIFE', lifecycle, count from added where count <> 0;
  return null;
end $$;
create function note_tally_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select added.org_id, added.model_id, 'LIFE', added.lifecycle, added.count - removed.count
    from added join removed using (org_id, model_id, lifecycle) where added.count <> removed.count;
  return null;
end $$;
create trigger device_tally_added after insert on device_tally
  referencing new table as added for each statement execute function note_tally_added();
create trigger device_tally_changed after update on device_tally
  referencing old table as removed new table as added for each statement execute function note_tally_changed();

create function note_spread_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, nil_uuid(), kind, value, sum(count) from added group by 1, 3, 4 having sum(count) <> 0;
  return null;
end $$;
create function note_spread_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, nil_uuid(), kind, value, sum(added.count - removed.count)
    from added join removed using (kind, value, org_id, model_id)
    group by 1, 3, 4 having sum(added.count - removed.count) <> 0;
  return null;
end $$;
create trigger device_spread_added after insert on device_spread
  referencing new table as added for each statement execute function note_spread_added();
create trigger device_spread_changed after update on device_spread
  referencing old table as removed new table as added for each statement execute function note_spread_changed();

-- What a worker counts; ONLINE is written by the folding itself.
create function note_count_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, measure, '', count from added where measure <> 'ONLINE' and count <> 0;
  return null;
end $$;
create function note_count_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, measure, '', -count from removed where measure <> 'ONLINE' and count <> 0;
  return null;
end $$;
create function note_count_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select added.org_id, added.model_id, measure, '', added.count - removed.count
    from added join removed using (measure, org_id, model_id)
    where measure <> 'ONLINE' and added.count <> removed.count;
  return null;
end $$;
create trigger estate_count_added after insert on estate_count
  referencing new table as added for each statement execute function note_count_added();
create trigger estate_count_removed after delete on estate_count
  referencing old table as removed for each statement execute function note_count_removed();
create trigger estate_count_changed after update on estate_count
  referencing old table as removed new table as added for each statement execute function note_count_changed();

-- Who is online carries the place that he is counted at, so that what is taken away is what was added,
-- whatever became of the terminal meanwhile. None: it lies in the recycle bin, and is not counted.
alter table device_online add column org_id uuid, add column model_id uuid;
update device_online set org_id = device.org_id, model_id = device.model_id from device
  where device.id = device_online.device_id and device.deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index device_online_place on device_online (org_id, model_id);

create function place_online() returns trigger language plpgsql as $$
begin
  select device.org_id, device.model_id into new.org_id, new.model_id
    from device where device.id = new.device_id and device.deleted_at is null;
  return new;
end $$;
create trigger device_online_place before insert on device_online
  for each row execute function place_online();

create function note_online_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, 'ONLINE', '', count(*) from added where org_id is not null group by 1, 2;
  return null;
end $$;
create function note_online_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, 'ONLINE', '', -count(*) from removed where org_id is not null group by 1, 2;
  return null;
end $$;
create function note_online_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, 'ONLINE', '', sum(sign) from (
      select org_id, model_id, 1 as sign from added union all select org_id, model_id, -1 from removed) as moved
    where org_id is not null group by 1, 2 having sum(sign) <> 0;
  return null;
end $$;
create trigger device_online_added after insert on device_online
  referencing new table as added for each statement execute function note_online_added();
create trigger device_online_removed after delete on device_online
  referencing old table as removed for each statement execute function note_online_removed();
create trigger device_online_changed after update on device_online
  referencing old table as removed new table as added for each statement execute function note_online_changed();

-- A terminal that moves, becomes another model or goes to the recycle bin is counted elsewhere.
create function move_online() returns trigger language plpgsql as $$
begin
  update device_online online set org_id = told.org_id, model_id = told.model_id
  from (select added.id, case when added.deleted_at is null then added.org_id end as org_id,
        case when added.deleted_at is null then added.model_id end as model_id
      from added join removed using (id)
      where (added.org_id, added.model_id, added.deleted_at is null)
        is distinct from (removed.org_id, removed.model_id, removed.deleted_at is null)) as told
  where online.device_id = told.id;
  return null;
end $$;
create trigger device_online_follow after update on device
  referencing old table as removed new table as added for each statement execute function move_online();

-- The few rows that the minute's count compares.
-- squawk-ignore require-concurrent-index-creation
create index estate_count_commands on estate_count (measure, org_id, model_id)
  where pace = 'MINUTE' and measure <> 'ONLINE';

-- What is counted so far.
delete from estate_count where measure = 'ONLINE';
insert into estate_change (org_id, model_id, measure, value, delta)
  select org_id, model_id, 'LIFE', lifecycle, count from device_tally where count <> 0
  union all
  select org_id, nil_uuid(), kind, value, sum(count) from device_spread group by 1, 3, 4
  union all
  select org_id, model_id, measure, '', count from estate_count
  union all
  select org_id, model_id, 'ONLINE', '', count(*) from device_online where org_id is not null group by 1, 2;
select fold_estate_changes();

-- Differences that are in no total yet, below each ancestor.
create view estate_pending as
  select above.id as place, change.org_id, change.measure, change.value, change.model_id, change.delta
  from estate_change change join organization own on own.id = change.org_id
    join organization above on above.path @> own.path;

-- Terminals of each model in the whole estate.
create view model_devices as
  select counted.model_id, sum(counted.count)::bigint as count
  from (select total.model_id, total.count from estate_total total
      join organization root on root.id = total.place and root.parent_id is null
      where total.measure = 'LIFE'
    union all select change.model_id, change.delta from estate_change change where change.measure = 'LIFE') as counted
  group by 1;

drop view vendor_row;
create view vendor_row as
  select v.*, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    coalesce(made.models, 0)::integer as model_count, coalesce(held.count, 0)::integer as device_count
  from vendor v
    left join (select vendor_id, count(*) as models from model where deleted_at is null group by 1) as made
      on made.vendor_id = v.id
    left join (select model.vendor_id, sum(devices.count) as count
        from model_devices devices join model on model.id = devices.model_id group by 1) as held
      on held.vendor_id = v.id
    left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;

drop view category_row;
create view category_row as
  select c.*, parent.name as parent_name, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    (case when c.parent_id is null then 1 when parent.parent_id is null then 2 else 3 end) as level,
    coalesce(made.models, 0)::integer as model_count, coalesce(held.count, 0)::integer as device_count
  from category c
    left join category parent on parent.id = c.parent_id
    left join (select category_id, count(*) as models from model where deleted_at is null group by 1) as made
      on made.category_id = c.id
    left join (select model.category_id, sum(devices.count) as count
        from model_devices devices join model on model.id = devices.model_id group by 1) as held
      on held.category_id = c.id
    left join app_user editor on editor.id = coalesce(c.updated_by, c.created_by)
    left join app_user remover on remover.id = c.deleted_by;

drop view model_row;
create view model_row as
  select m.*, vendor.name as vendor_name, category.name as category_name, editor.user_name as updated_by_name,
    remover.user_name as deleted_by_name, coalesce(held.count, 0)::integer as device_count
  from model m
    join vendor on vendor.id = m.vendor_id
    join category on category.id = m.category_id
    left join model_devices held on held.model_id = m.id
    left join app_user editor on editor.id = coalesce(m.updated_by, m.created_by)
    left join app_user remover on remover.id = m.deleted_by;

drop view organization_row;
create view organization_row as
  select o.*, parent.name as parent_name, area.name as area_name, zone.name as timezone_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name, nlevel(o.path) as level,
    (coalesce(own.count, 0) + coalesce(pending.own, 0))::integer as own_devices,
    (coalesce(below.count, 0) + coalesce(pending.below, 0))::integer as subtree_devices,
    coalesce(children.count, 0)::integer as child_count
  from organization o
    left join organization parent on parent.id = o.parent_id
    left join timezone_area area on area.id = o.area_id
    left join timezone zone on zone.id = o.timezone_id
    left join estate_total own on own.place = o.id and own.measure = 'OWN' and own.value = '' and own.model_id = nil_uuid()
    left join estate_total below on below.place = o.id and below.measure = 'DEVICES' and below.value = ''
      and below.model_id = nil_uuid()
    left join (select place, sum(delta) as below, sum(delta) filter (where org_id = place) as own
        from estate_pending where measure = 'LIFE' group by 1) as pending on pending.place = o.id
    left join (select parent_id, count(*) as count from organization where deleted_at is null group by 1) as children
      on children.parent_id = o.id
    left join app_user editor on editor.id = coalesce(o.updated_by, o.created_by)
    left join app_user remover on remover.id = o.deleted_by;

-- Terminals of a subtree that take a place of its quota.
create function places_taken(top uuid) returns bigint language sql stable as $$
  select coalesce((select total.count from estate_total total where total.place = top
      and total.measure = 'PLACES' and total.model_id = nil_uuid() and total.value = ''), 0)
    + coalesce((select sum(pending.delta) from estate_pending pending where pending.place = top
      and pending.measure = 'LIFE' and takes_place(pending.value)), 0)::bigint
$$;

create or replace function full_organization(places uuid[]) returns table (name text, quota integer) language sql stable as $$
  select over.name, over.device_quota
  from (select distinct above.id, above.name, above.device_quota
      from organization place join organization above on above.path @> place.path
      where place.id = any(places) and above.device_quota is not null) as over
  where over.device_quota < places_taken(over.id)
  order by over.device_quota limit 1
$$;

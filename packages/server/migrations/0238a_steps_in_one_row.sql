-- Of what is counted, most changes are steps of what terminals tell: at every third look one has come to another step
-- of battery, signal, storage or network. Each was a row for itself, taken from one and given to another, written at
-- its organisation twice (by itself and as a subtree) and at each one above. Now all steps of a model at a place are
-- one row, and what an organisation counts of itself is not written again into what is below it.
lock table device_order in share row exclusive mode;
select fold_estate_changes();

-- What is told otherwise is counted by its name, like all else.
create function known_network(network text) returns text language sql immutable parallel safe as $$
  select case when network in ('2G', '3G', '4G', '5G', 'WIFI', 'ETHERNET') then network end
$$;
create function told_measures(network text, never_in_service boolean) returns setof text
    language sql immutable parallel safe as $$
  select measure from (values (case when known_network(network) is null then 'NET_' || network end),
    (case when never_in_service then 'SILENT_NEVER' end)) as told (measure)
  where measure is not null
$$;
create function told_steps(battery integer, signal integer, free_mb integer, network text) returns setof text
    language sql immutable parallel safe as $$
  select measure from (values ('BATTERY_' || battery), ('SIGNAL_' || signal), ('FREE_' || free_mb), ('NET_' || network))
    as told (measure)
  where measure is not null
$$;

-- Terminals that came from steps to others, which is in no count yet; without what they were they came to the place,
-- without what they are they left it. Without a key: who writes here shall do nothing else.
create table told_change (
  org_id uuid not null,
  model_id uuid not null,
  terminals integer not null,
  was_battery integer,
  was_signal integer,
  was_free_mb integer,
  was_network text,
  battery integer,
  signal integer,
  free_mb integer,
  network text
);

-- Terminals by the steps of what they tell, at each organisation: of itself (own), and of all that is below it.
create table told_total (
  place uuid not null,
  is_own boolean not null,
  model_id uuid not null,
  battery_0 integer not null, battery_20 integer not null, battery_40 integer not null, battery_60 integer not null,
  battery_80 integer not null,
  signal_0 integer not null, signal_20 integer not null, signal_40 integer not null, signal_60 integer not null,
  signal_80 integer not null,
  free_0 integer not null, free_512 integer not null, free_1024 integer not null, free_2048 integer not null,
  free_4096 integer not null,
  net_2g integer not null, net_3g integer not null, net_4g integer not null, net_5g integer not null,
  net_wifi integer not null, net_ethernet integer not null,
  primary key (place, model_id, is_own)
) with (fillfactor = 70);

create view told_kept as
  select total.place, total.is_own, total.model_id, told.measure, told.count::bigint as count
  from told_total total cross join lateral (values
      ('BATTERY_0', battery_0), ('BATTERY_20', battery_20), ('BATTERY_40', battery_40), ('BATTERY_60', battery_60),
      ('BATTERY_80', battery_80),
      ('SIGNAL_0', signal_0), ('SIGNAL_20', signal_20), ('SIGNAL_40', signal_40), ('SIGNAL_60', signal_60), ('SIGNAL_80', signal_80),
      ('FREE_0', free_0), ('FREE_512', free_512), ('FREE_1024', free_1024), ('FREE_2048', free_2048), ('FREE_4096', free_4096),
      ('NET_2G', net_2g), ('NET_3G', net_3g), ('NET_4G', net_4g), ('NET_5G', net_5g),
      ('NET_WIFI', net_wifi), ('NET_ETHERNET', net_ethernet)) as told (measure, count)
  where told.count <> 0;
create view told_count as
  select measure, place as org_id, model_id, count from told_kept where is_own;
create view told_count_live as
  select told.measure, device.org_id, device.model_id, device.created_by, 1::bigint as count
    from device_order place join device on device.id = place.id
      cross join lateral told_steps(percent_step(place.battery), percent_step(place.signal), free_step(place.free_mb),
        known_network(place.network_type)) as told (measure)
    where device.deleted_at is null;
-- Differences that are in no count yet, below each ancestor.
create view told_pending as
  select above.id as place, told.measure, change.model_id, side.delta::bigint as delta
  from told_change change join organization own on own.id = change.org_id
    join organization above on above.path @> own.path
    cross join lateral (values (-terminals, was_battery, was_signal, was_free_mb, was_network),
      (terminals, battery, signal, free_mb, network)) as side (delta, battery, signal, free_mb, network)
    cross join lateral told_steps(side.battery, side.signal, side.free_mb, side.network) as told (measure);

create or replace function note_told_added() returns trigger language plpgsql as $$
begin
  insert into told_change (org_id, model_id, terminals, battery, signal, free_mb, network)
    select org_id, model_id, count(*), percent_step(battery), percent_step(signal), free_step(free_mb),
      known_network(network_type)
    from added where deleted_at is null and num_nonnulls(battery, signal, free_mb, network_type) > 0 group by 1, 2, 4, 5, 6, 7;
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', count(*)
    from added cross join lateral told_measures(network_type, seen_at is null and is_in_service(lifecycle)) as told
    where deleted_at is null group by 1, 2, 3;
  return null;
end $$;
create or replace function note_told_removed() returns trigger language plpgsql as $$
begin
  insert into told_change (org_id, model_id, terminals, was_battery, was_signal, was_free_mb, was_network)
    select org_id, model_id, count(*), percent_step(battery), percent_step(signal), free_step(free_mb),
      known_network(network_type)
    from removed where deleted_at is null and num_nonnulls(battery, signal, free_mb, network_type) > 0 group by 1, 2, 4, 5, 6, 7;
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', -count(*)
    from removed cross join lateral told_measures(network_type, seen_at is null and is_in_service(lifecycle)) as told
    where deleted_at is null group by 1, 2, 3;
  return null;
end $$;
-- What each was and what it is now lie side by side, where it did not move: of a look one of three has come to
-- another step.
create or replace function note_told_changed() returns trigger language plpgsql as $$
begin
  with moved as materialized (
      select coalesce(now.org_id, was.org_id) as org_id, coalesce(now.model_id, was.model_id) as model_id,
        percent_step(was.battery) as was_battery, percent_step(was.signal) as was_signal,
        free_step(was.free_mb) as was_free_mb, was.network_type as was_network,
        was.seen_at is null and is_in_service(was.lifecycle) as was_never,
        percent_step(now.battery) as battery, percent_step(now.signal) as signal,
        free_step(now.free_mb) as free_mb, now.network_type as network,
        now.seen_at is null and is_in_service(now.lifecycle) as is_never
      from removed as was full join added as now on now.id = was.id and now.org_id = was.org_id
        and now.model_id = was.model_id and (now.deleted_at is null) = (was.deleted_at is null)
      where was.deleted_at is null and now.deleted_at is null
        and (percent_step(was.battery), percent_step(was.signal), free_step(was.free_mb), was.network_type,
            was.seen_at is null and is_in_service(was.lifecycle))
          is distinct from (percent_step(now.battery), percent_step(now.signal), free_step(now.free_mb), now.network_type,
            now.seen_at is null and is_in_service(now.lifecycle))),
    stepped as (insert into told_change (org_id, model_id, terminals, was_battery, was_signal, was_free_mb, was_network,
        battery, signal, free_mb, network)
      select org_id, model_id, 1, was_battery, was_signal, was_free_mb, known_network(was_network),
        battery, signal, free_mb, known_network(network)
      from moved where num_nonnulls(was_battery, was_signal, was_free_mb, was_network, battery, signal, free_mb, network) > 0)
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told.measure, '', sum(told.delta)
    from moved cross join lateral (select measure, -1 as delta from told_measures(was_network, was_never) as measure
      union all select measure, 1 from told_measures(network, is_never) as measure) as told
    group by 1, 2, 3 having sum(told.delta) <> 0;
  return null;
end $$;

create function fold_told_changes(most bigint default null) returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  -- One at a time, and none while a subtree moves.
  perform pg_advisory_xact_lock(7214048);
  with taken as (delete from told_change where ctid = any(array(select ctid from told_change limit most)) returning *),
    summed as materialized (select org_id, model_id,
      sum(case bat when 0 then delta else 0 end)::integer as battery_0, sum(case bat when 20 then delta else 0 end)::integer as battery_20,
      sum(case bat when 40 then delta else 0 end)::integer as battery_40, sum(case bat when 60 then delta else 0 end)::integer as battery_60,
      sum(case bat when 80 then delta else 0 end)::integer as battery_80, sum(case sig when 0 then delta else 0 end)::integer as signal_0,
      sum(case sig when 20 then delta else 0 end)::integer as signal_20, sum(case sig when 40 then delta else 0 end)::integer as signal_40,
      sum(case sig when 60 then delta else 0 end)::integer as signal_60, sum(case sig when 80 then delta else 0 end)::integer as signal_80,
      sum(case free when 0 then delta else 0 end)::integer as free_0, sum(case free when 512 then delta else 0 end)::integer as free_512,
      sum(case free when 1024 then delta else 0 end)::integer as free_1024, sum(case free when 2048 then delta else 0 end)::integer as free_2048,
      sum(case free when 4096 then delta else 0 end)::integer as free_4096, sum(case net when '2G' then delta else 0 end)::integer as net_2g,
      sum(case net when '3G' then delta else 0 end)::integer as net_3g, sum(case net when '4G' then delta else 0 end)::integer as net_4g,
      sum(case net when '5G' then delta else 0 end)::integer as net_5g, sum(case net when 'WIFI' then delta else 0 end)::integer as net_wifi,
      sum(case net when 'ETHERNET' then delta else 0 end)::integer as net_ethernet
      from taken cross join lateral (values (-terminals, was_battery, was_signal, was_free_mb, was_network),
        (terminals, battery, signal, free_mb, network)) as side (delta, bat, sig, free, net)
      group by 1, 2),
    lineage as materialized (select own.id as org_id, above.id as place
      from organization own join organization above on above.path @> own.path
      where own.id in (select org_id from summed)),
    added as (insert into told_total as known (place, is_own, model_id,
        battery_0, battery_20, battery_40, battery_60, battery_80,
        signal_0, signal_20, signal_40, signal_60, signal_80,
        free_0, free_512, free_1024, free_2048, free_4096,
        net_2g, net_3g, net_4g, net_5g, net_wifi, net_ethernet)
      select lineage.place, lineage.place = org_id, model_id,
        sum(battery_0), sum(battery_20), sum(battery_40), sum(battery_60), sum(battery_80), sum(signal_0), sum(signal_20),
        sum(signal_40), sum(signal_60), sum(signal_80), sum(free_0), sum(free_512), sum(free_1024), sum(free_2048),
        sum(free_4096), sum(net_2g), sum(net_3g), sum(net_4g), sum(net_5g), sum(net_wifi), sum(net_ethernet)
      from summed join lineage using (org_id) group by 1, 2, 3 order by 1, 3, 2
      on conflict (place, model_id, is_own) do update set
        battery_0 = known.battery_0 + excluded.battery_0, battery_20 = known.battery_20 + excluded.battery_20,
        battery_40 = known.battery_40 + excluded.battery_40, battery_60 = known.battery_60 + excluded.battery_60,
        battery_80 = known.battery_80 + excluded.battery_80, signal_0 = known.signal_0 + excluded.signal_0,
        signal_20 = known.signal_20 + excluded.signal_20, signal_40 = known.signal_40 + excluded.signal_40,
        signal_60 = known.signal_60 + excluded.signal_60, signal_80 = known.signal_80 + excluded.signal_80,
        free_0 = known.free_0 + excluded.free_0, free_512 = known.free_512 + excluded.free_512,
        free_1024 = known.free_1024 + excluded.free_1024, free_2048 = known.free_2048 + excluded.free_2048,
        free_4096 = known.free_4096 + excluded.free_4096, net_2g = known.net_2g + excluded.net_2g,
        net_3g = known.net_3g + excluded.net_3g, net_4g = known.net_4g + excluded.net_4g,
        net_5g = known.net_5g + excluded.net_5g, net_wifi = known.net_wifi + excluded.net_wifi,
        net_ethernet = known.net_ethernet + excluded.net_ethernet)
  select count(*) into folded from taken;
  return folded;
end $$;

-- A subtree takes them along, as it does its other totals.
create function move_told_totals() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7214048);
  insert into told_total as known (place, is_own, model_id,
      battery_0, battery_20, battery_40, battery_60, battery_80,
      signal_0, signal_20, signal_40, signal_60, signal_80,
      free_0, free_512, free_1024, free_2048, free_4096,
      net_2g, net_3g, net_4g, net_5g, net_wifi, net_ethernet)
    select above.id, false, total.model_id,
      sum(total.battery_0 * above.sign), sum(total.battery_20 * above.sign), sum(total.battery_40 * above.sign),
      sum(total.battery_60 * above.sign), sum(total.battery_80 * above.sign), sum(total.signal_0 * above.sign),
      sum(total.signal_20 * above.sign), sum(total.signal_40 * above.sign), sum(total.signal_60 * above.sign),
      sum(total.signal_80 * above.sign), sum(total.free_0 * above.sign), sum(total.free_512 * above.sign),
      sum(total.free_1024 * above.sign), sum(total.free_2048 * above.sign), sum(total.free_4096 * above.sign),
      sum(total.net_2g * above.sign), sum(total.net_3g * above.sign), sum(total.net_4g * above.sign),
      sum(total.net_5g * above.sign), sum(total.net_wifi * above.sign), sum(total.net_ethernet * above.sign)
    from (select id, -1 as sign from organization where path @> old.path and id <> new.id
        union all select id, 1 from organization where path @> new.path and id <> new.id) as above
      cross join told_total total where total.place = new.id
    group by 1, 3 order by 1, 3
    on conflict (place, model_id, is_own) do update set
      battery_0 = known.battery_0 + excluded.battery_0, battery_20 = known.battery_20 + excluded.battery_20,
      battery_40 = known.battery_40 + excluded.battery_40, battery_60 = known.battery_60 + excluded.battery_60,
      battery_80 = known.battery_80 + excluded.battery_80, signal_0 = known.signal_0 + excluded.signal_0,
      signal_20 = known.signal_20 + excluded.signal_20, signal_40 = known.signal_40 + excluded.signal_40,
      signal_60 = known.signal_60 + excluded.signal_60, signal_80 = known.signal_80 + excluded.signal_80,
      free_0 = known.free_0 + excluded.free_0, free_512 = known.free_512 + excluded.free_512,
      free_1024 = known.free_1024 + excluded.free_1024, free_2048 = known.free_2048 + excluded.free_2048,
      free_4096 = known.free_4096 + excluded.free_4096, net_2g = known.net_2g + excluded.net_2g,
      net_3g = known.net_3g + excluded.net_3g, net_4g = known.net_4g + excluded.net_4g,
      net_5g = known.net_5g + excluded.net_5g, net_wifi = known.net_wifi + excluded.net_wifi,
      net_ethernet = known.net_ethernet + excluded.net_ethernet;
  return null;
end $$;
create trigger organization_told_move after update of parent_id on organization
  for each row when (old.path::text is distinct from new.path::text) execute function move_told_totals();
create or replace function settle_estate_changes() returns trigger language plpgsql as $$
begin
  perform fold_estate_changes(), fold_told_changes();
  return null;
end $$;

create or replace view estate_count_live as
  select 'ONLINE' as measure, device.org_id, device.model_id, device.created_by, 1::bigint as count
    from device_online online join device on device.id = online.device_id
    where device.deleted_at is null
  union all
  select told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_offline offline join device on device.id = offline.device_id
      cross join lateral away_measures(offline.is_overdue, offline.away_hours, is_in_service(device.lifecycle)) as told (measure)
    where device.deleted_at is null
  union all
  select told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_order place join device on device.id = place.id
      cross join lateral told_measures(place.network_type,
        place.seen_at is null and is_in_service(device.lifecycle)) as told (measure)
    where device.deleted_at is null
  union all
  select 'SINCE_' || to_char(device.activated_at at time zone 'UTC', 'YYYY-MM'), device.org_id, device.model_id,
      device.created_by, 1
    from device where device.deleted_at is null and device.activated_at is not null
  union all
  select own_warranty_measure(device.warranty_until, device.activated_at), device.org_id, device.model_id,
      device.created_by, 1
    from device where device.deleted_at is null and device.warranty_until is not null
  union all
  select 'COMMAND_' || item.state, device.org_id, device.model_id, device.created_by, 1
    from push_item item join device on device.id = item.device_id
    where item.counted_org is not null
  union all
  select 'ALARM_' || alarm.severity, alarm.org_id, alarm.model_id, alarm.created_by, 1
    from alarm where alarm.closed_at is null
  union all
  select 'ALARMED', org_id, model_id, created_by, 1
    from (select distinct device_id, org_id, model_id, created_by from alarm where closed_at is null) as alarmed;
drop function told_measures(smallint, smallint, integer, text, boolean);

insert into told_change (org_id, model_id, terminals, battery, signal, free_mb, network)
  select org_id, model_id, count(*), percent_step(battery), percent_step(signal), free_step(free_mb),
    known_network(network_type)
  from device_order where deleted_at is null and num_nonnulls(battery, signal, free_mb, network_type) > 0 group by 1, 2, 4, 5, 6, 7;
select fold_told_changes();
delete from estate_total where value = '' and measure in (select distinct measure from told_kept);
delete from estate_count where measure in (select distinct measure from told_kept);

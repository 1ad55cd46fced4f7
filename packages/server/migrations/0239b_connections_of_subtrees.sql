-- How many connections began in each hour is kept for every subtree, of each model and of all, and no longer for the
-- whole platform alone: who saw a part of it, or asked for a model, added up the hours of each organisation in it.
create table login_hour_below (
  place uuid not null,
  hour timestamptz not null,
  -- Nil: of all models, which most are asked for.
  model_id uuid not null,
  measure text not null,
  count bigint not null,
  primary key (place, model_id, hour, measure)
) with (fillfactor = 80);
create index login_hour_below_old on login_hour_below (hour);
-- Of organisations that are gone the roots know.
insert into login_hour_below (place, hour, model_id, measure, count)
  select above.id, known.hour, counted.model_id, known.measure, sum(known.count)
  from login_hour known cross join lateral (values (known.model_id), (nil_uuid())) as counted (model_id)
    left join organization own on own.id = known.org_id
    join organization above on above.path @> own.path or own.id is null and above.parent_id is null
  group by 1, 2, 3, 4;

-- Both together are what happened, to the last commit.
create view login_hourly_below as
  select place, hour, model_id, measure, count from login_hour_below
  union all
  select above.id, change.hour, counted.model_id, change.measure, change.delta
  from login_change change cross join lateral (values (change.model_id), (nil_uuid())) as counted (model_id)
    join organization own on own.id = change.org_id
    join organization above on above.path @> own.path;

create or replace function fold_login_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  -- One at a time, and none while a subtree moves.
  perform pg_advisory_xact_lock(7214115);
  with taken as (delete from login_change returning hour, org_id, model_id, measure, delta),
    summed as materialized (select org_id, hour, model_id, measure, sum(delta) as delta from taken group by 1, 2, 3, 4),
    added as (insert into login_hour as known (hour, org_id, model_id, measure, count)
      select hour, org_id, model_id, measure, delta from summed order by 2, 1, 3, 4
      on conflict (org_id, hour, model_id, measure) do update set count = known.count + excluded.count),
    -- Each organisation's ancestors are looked up once, however many differences it has.
    lineage as materialized (select own.id as org_id, above.id as place
      from organization own join organization above on above.path @> own.path
      where own.id in (select org_id from summed)),
    below as (insert into login_hour_below as known (place, hour, model_id, measure, count)
      select lineage.place, summed.hour, counted.model_id, summed.measure, sum(summed.delta)
      from summed join lineage using (org_id)
        cross join lateral (values (summed.model_id), (nil_uuid())) as counted (model_id)
      group by 1, 2, 3, 4 order by 1, 3, 2, 4
      on conflict (place, model_id, hour, measure) do update set count = known.count + excluded.count)
  select count(*) into folded from taken;
  return folded;
end $$;
drop view login_hourly_total;
-- squawk-ignore ban-drop-table
drop table login_hour_total;

-- A subtree takes its connections along, as their list does, which asks where organisations lie now.
create function move_connections() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7214115);
  insert into login_hour_below as known (place, hour, model_id, measure, count)
    select above.id, moved.hour, moved.model_id, moved.measure, moved.count * above.sign
    from (select id, -1 as sign from organization where path @> old.path and id <> new.id and not path @> new.path
        union all select id, 1 from organization where path @> new.path and id <> new.id and not path @> old.path) as above
      cross join login_hour_below moved where moved.place = new.id
    order by 1, 3, 2, 4
    on conflict (place, model_id, hour, measure) do update set count = known.count + excluded.count;
  return null;
end $$;
create trigger organization_connections_move after update of parent_id on organization
  for each row when (old.path::text is distinct from new.path::text) execute function move_connections();

-- Differences of what is gone are added up while its place in the tree is known.
create function settle_login_changes() returns trigger language plpgsql as $$
begin
  perform fold_login_changes();
  return null;
end $$;
create trigger login_change_settle before delete on organization
  for each statement execute function settle_login_changes();

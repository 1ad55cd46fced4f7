-- Whether its terminal is online is followed for those applications alone of which a figure tells it: that some policy
-- makes mandatory. Each change of presence costs what a terminal has of these.

-- Since when; those that no policy asks for any more stay.
alter table counted_package add column watched_at timestamptz;

create or replace function apps_otherwise(ids uuid[])
returns table (device_id uuid, package text, is_online boolean) language sql stable as $$
  select app.device_id, app.package, now_is.is_online
  from (select asked.id, coalesce((select true from device_online online where online.device_id = asked.id limit 1), false)
        as is_online from unnest(ids) as asked (id) offset 0) as now_is
    join device_app app on app.device_id = now_is.id and app.is_online <> now_is.is_online
    join counted_package known on known.package = app.package and known.watched_at is not null
$$;

-- Terminals that have what is mandatory now are noted once; answers how many applications are new.
create function watch_apps() returns bigint language plpgsql as $$
declare
  wanted text[] := array(select package from counted_package known where watched_at is null and exists (
    select from app join org_apk policy on policy.app_id = app.id
    where app.package = known.package and policy.policy = 'MANDATORY' and policy.deleted_at is null and policy.status = 1));
begin
  if wanted = '{}' then return 0; end if;
  -- None follows meanwhile: whoever took a note before has changed nothing that is read here, or is seen.
  perform pg_advisory_xact_lock(7214068);
  update counted_package set watched_at = now() where package = any(wanted);
  insert into location_stood (device_id)
    select distinct app.device_id from device_app app left join device_online online using (device_id)
    where app.package = any(wanted) and app.is_online <> (online.device_id is not null);
  return cardinality(wanted);
end $$;

-- While the presence of those who have an application is still being followed, fewer are kept as online than there are:
-- up to which note they are looked at is known, and until then they are asked for one by one.
alter table counted_package add column noted_to bigint;

create or replace function watch_apps() returns bigint language plpgsql as $$
declare
  wanted text[] := array(select package from counted_package known where watched_at is null and exists (
    select from app join org_apk policy on policy.app_id = app.id
    where app.package = known.package and policy.policy = 'MANDATORY' and policy.deleted_at is null and policy.status = 1));
begin
  if wanted = '{}' then return 0; end if;
  -- None follows meanwhile: whoever took a note before has changed nothing that is read here, or is seen.
  perform pg_advisory_xact_lock(7214068);
  insert into location_stood (device_id)
    select distinct app.device_id from device_app app left join device_online online using (device_id)
    where app.package = any(wanted) and app.is_online <> (online.device_id is not null);
  update counted_package set watched_at = now(), noted_to = (select max(id) from location_stood)
    where package = any(wanted);
  return cardinality(wanted);
end $$;

create or replace function place_apps(most integer) returns bigint language plpgsql as $$
declare
  wanted text := (select package from counted_package where placed_at is null order by 1 limit 1);
  placed bigint;
begin
  if wanted is null then return 0; end if;
  with found as materialized (select app.device_id, device.org_id, device.model_id, device.lifecycle = 'ACTIVE' as is_active
      from device_app app join device on device.id = app.device_id and device.deleted_at is null
      where app.package = wanted and app.is_active is null order by 1 limit most for update of app skip locked),
    noted as (insert into location_stood (device_id) select device_id from found)
  update device_app app set org_id = found.org_id, model_id = found.model_id, is_active = found.is_active from found
    where app.device_id = found.device_id and app.package = wanted;
  get diagnostics placed = row_count;
  if placed < most and not exists (
      select from device_app app join device on device.id = app.device_id and device.deleted_at is null
      where app.package = wanted and app.is_active is null) then
    update counted_package set placed_at = now(), noted_to = (select max(id) from location_stood) where package = wanted;
  end if;
  return (select count(*) from counted_package where placed_at is null);
end $$;

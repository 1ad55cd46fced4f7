-- Those who had an application before are counted while terminals go on telling what they have, since 0230c all of them:
-- whoever places many waits for none that a gateway holds, which may want one of these.
create or replace function place_apps(most integer) returns bigint language plpgsql as $$
declare
  wanted text := (select package from counted_package where placed_at is null order by 1 limit 1);
  placed bigint;
begin
  if wanted is null then return 0; end if;
  with found as materialized (select app.device_id, device.org_id, device.model_id, device.lifecycle = 'ACTIVE' as is_active
      from device_app app join device on device.id = app.device_id and device.deleted_at is null
      where app.package = wanted and app.is_active is null order by 1 limit most for update of app skip locked)
  update device_app app set org_id = found.org_id, model_id = found.model_id, is_active = found.is_active from found
    where app.device_id = found.device_id and app.package = wanted;
  get diagnostics placed = row_count;
  if placed < most and not exists (
      select from device_app app join device on device.id = app.device_id and device.deleted_at is null
      where app.package = wanted and app.is_active is null) then
    update counted_package set placed_at = now() where package = wanted;
  end if;
  return (select count(*) from counted_package where placed_at is null);
end $$;

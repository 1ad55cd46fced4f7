-- A terminal that lost its values, or that says it has them and shows others, is seen and brought them again, but not for ever.

-- How often it said that it has them, and did not show them.
alter table param_desired add column unproved smallint not null default 0;

-- Seconds between two heartbeats of a terminal, as it is told.
create function heartbeat_of(of_device uuid) returns integer language sql stable as $$
  select coalesce((
      select (layer.settings ->> 'heartbeatSeconds')::integer
      from device, setting_layers(device.org_id, device.model_id, device.id) layer
      where device.id = of_device and layer.settings ->> 'heartbeatSeconds' is not null
      order by layer.rank desc, layer.id desc limit 1),
    steered('device.heartbeat.seconds', 120))
$$;

create or replace function follow_param_item() returns trigger language plpgsql as $$
declare
  app uuid := (select (coalesce(new.args, push.args) #>> '{gate,appId}')::uuid from push where push.id = new.push_id);
  runs bytea := (select applied.hash from param_applied applied join param_subject own on own.id = app
    where applied.device_id = new.device_id and applied.package = own.package);
begin
  update param_desired held set item_id = new.id, changed_at = clock_timestamp(),
    state = case
      when held.hash = runs then 'APPLIED'
      when new.state in ('PUBLISHED', 'DELIVERED', 'ACKED') then 'NOTIFIED'
      when new.state = 'DEFERRED' then 'WAIT_APP'
      when new.state = 'RUNNING' then case new.step when 'DOWNLOADING' then 'FETCHING'
        when 'DOWNLOADED' then 'DOWNLOADED' else 'VERIFIED' end
      when new.state = 'SUCCESS' then 'VERIFIED'
      when new.state = 'FAILED' and new.code = 'P308' then 'REJECTED'
      when new.state = 'FAILED' and new.code = 'P309' then 'PARTLY_APPLIED'
      when new.state in ('FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT') then 'FAILED'
      else 'PENDING' end,
    unproved = case when held.hash = runs then 0 when new.state = 'SUCCESS' then held.unproved + 1 else held.unproved end,
    due_at = case
      when new.state = 'SUCCESS' then case
        -- It may have fetched what held before.
        when held.since > coalesce(new.acked_at, new.created_at) then clock_timestamp() + interval '30 seconds'
        -- Until then it shows what it has; who never does is asked twice more.
        when held.unproved < 2 and held.hash is distinct from runs
          then clock_timestamp() + make_interval(secs => 3 * heartbeat_of(new.device_id)) end
      -- What changed while it was under way is brought by the next one.
      when new.ended_at is not null and held.since > new.created_at then clock_timestamp() end
  where held.device_id = new.device_id and held.app_id = app and held.until is null and held.state <> 'BLOCKED'
    -- An item that is over for long says nothing about what came after it, nor does one whose values were changed there.
    and (held.item_id is null or held.item_id <= new.id)
    and not (held.state = 'DRIFT' and held.item_id = new.id);
  -- What it says next is looked at, also where it says what it said before.
  if new.state = 'SUCCESS' then
    update device_state set params_print = null where device_id = new.device_id and params_print is not null;
  end if;
  return null;
end $$;

-- Who gets an application gets its values; one that is put there anew has none.
create or replace function note_params_wanted() returns trigger language plpgsql as $$
begin
  with wanted as materialized (
      select held.device_id, held.app_id, held.revision, added.package
      from added join app on app.package = added.package
        join param_desired held on held.device_id = added.device_id and held.app_id = app.id and held.until is null
      where held.state not in ('BLOCKED', 'HELD')
        -- What is under way says itself how it ends.
        and not exists (select from push_item item where item.id = held.item_id and item.ended_at is null)),
    lost as (
      delete from param_applied known using wanted
      where known.device_id = wanted.device_id and known.package = wanted.package
      returning known.device_id),
    -- Where it has them after all, it says so next.
    unknown as (
      update device_state set params_print = null where device_id in (select device_id from lost) and params_print is not null)
    update param_desired held set state = 'PENDING', unproved = 0, due_at = clock_timestamp(),
      changed_at = case when held.state = 'PENDING' then held.changed_at else clock_timestamp() end
    from wanted
    where held.device_id = wanted.device_id and held.app_id = wanted.app_id and held.revision = wanted.revision;
  return null;
end $$;

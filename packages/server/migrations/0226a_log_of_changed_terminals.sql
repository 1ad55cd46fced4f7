-- What an event of a changed terminal says was made for each of its twelve kinds, the names of two stations among it,
-- and then thrown away for all but one; and each terminal was looked up once more. Who has changed is known.
create or replace function log_devices_changed() returns trigger language plpgsql as $$
begin
  -- Few of the statements that write terminals change any of this.
  if not exists (
      select id, org_id, station_id, lifecycle, activated_at, firmware, agent_version, status, tid, mid, deleted_at from added
      except select id, org_id, station_id, lifecycle, activated_at, firmware, agent_version, status, tid, mid, deleted_at
        from removed) then
    return null;
  end if;
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, user_id, data, happened_at)
    with state as (
        select id, sn, org_id, vendor_id, model_id, created_by, updated_by, station_id, lifecycle, activated_at, firmware,
          agent_version, status, tid, mid, deleted_at, version, true as is_now from added
        union all select id, sn, org_id, vendor_id, model_id, created_by, updated_by, station_id, lifecycle, activated_at,
          firmware, agent_version, status, tid, mid, deleted_at, version, false from removed),
      -- By their order instead of a join: nobody knows how many there are when this is planned.
      changed as (select state.*, lag(id) over way as was_id, lag(org_id) over way as was_org_id,
          lag(station_id) over way as was_station_id, lag(lifecycle) over way as was_lifecycle,
          lag(activated_at) over way as was_activated_at, lag(firmware) over way as was_firmware,
          lag(agent_version) over way as was_agent_version, lag(status) over way as was_status, lag(tid) over way as was_tid,
          lag(mid) over way as was_mid, lag(deleted_at) over way as was_deleted_at, lag(version) over way as was_version
        from state window way as (partition by id order by is_now)),
      told as (select changed.*, version > was_version and updated_by is not null as is_edited, event.*
        from changed cross join lateral (values
          (was_org_id <> org_id, 'MOVED_OUT', 'PLATFORM'),
          (was_org_id <> org_id, 'MOVED_IN', 'PLATFORM'),
          (was_org_id = org_id and was_station_id is distinct from station_id, 'STATION_CHANGED', 'PLATFORM'),
          (was_activated_at is null and activated_at is not null, 'ACTIVATED', 'DEVICE'),
          (was_lifecycle = 'UNCLAIMED' and lifecycle <> 'UNCLAIMED', 'CLAIMED', 'PLATFORM'),
          (was_firmware <> firmware, 'FIRMWARE_CHANGED', 'DEVICE'),
          (was_agent_version <> agent_version, 'AGENT_CHANGED', 'DEVICE'),
          (was_status = 1 and status = 0, 'DISABLED', 'PLATFORM'),
          (was_status = 0 and status = 1, 'ENABLED', 'PLATFORM'),
          ((was_tid, was_mid) is distinct from (tid, mid), 'TID_CHANGED', 'PLATFORM'),
          (was_deleted_at is null and deleted_at is not null, 'REMOVED', 'PLATFORM'),
          (was_deleted_at is not null and deleted_at is null, 'RESTORED', 'PLATFORM')
        ) as event (is_so, code, source)
        where is_now and was_id is not null and event.is_so)
    select id, sn, case when code = 'MOVED_OUT' then was_org_id else org_id end, vendor_id, model_id, created_by, code,
      case when is_edited then 'USER' else source end, case when is_edited then updated_by end,
      case code
        when 'MOVED_OUT' then jsonb_build_object('orgId', org_id)
        when 'MOVED_IN' then jsonb_build_object('orgId', was_org_id)
        when 'STATION_CHANGED' then jsonb_strip_nulls(jsonb_build_object(
          'from', (select name from station where station.id = was_station_id),
          'to', (select name from station where station.id = told.station_id)))
        when 'FIRMWARE_CHANGED' then jsonb_build_object('from', was_firmware, 'to', firmware)
        when 'AGENT_CHANGED' then jsonb_build_object('from', was_agent_version, 'to', agent_version)
        when 'TID_CHANGED' then jsonb_strip_nulls(jsonb_build_object('from', was_tid, 'to', tid, 'mid', mid))
        else '{}' end, now()
    from told;
  return null;
end $$;

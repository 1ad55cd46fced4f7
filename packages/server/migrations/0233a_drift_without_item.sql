-- A terminal that had what it should have before anything was brought, and was changed there, follows what is brought to it next.
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
      -- What changed, or was asked for, while it was under way is brought by the next one.
      when new.ended_at is not null and (held.since > new.created_at or held.is_asked) then clock_timestamp() end,
    is_asked = held.is_asked and held.hash is distinct from runs
  where held.device_id = new.device_id and held.app_id = app and held.until is null and held.state <> 'BLOCKED'
    -- An item that is over for long says nothing about what came after it, nor does one whose values were changed there.
    and (held.item_id is null or held.item_id <= new.id)
    and (held.state = 'DRIFT' and held.item_id = new.id) is not true;
  -- What it says next is looked at, also where it says what it said before.
  if new.state = 'SUCCESS' then
    update device_state set params_print = null where device_id = new.device_id and params_print is not null;
  end if;
  return null;
end $$;

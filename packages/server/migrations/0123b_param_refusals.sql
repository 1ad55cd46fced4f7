-- What applications did not take of the values that they were brought, and why.

create table param_refusal (
  item_id uuid not null,
  device_id uuid not null references device (id) on delete cascade,
  pid text not null,
  why text not null,
  reported_at timestamptz not null default now(),
  primary key (item_id, pid)
);
create index param_refusal_device on param_refusal (device_id);
create index param_refusal_reported on param_refusal (reported_at);

create or replace function follow_param_item() returns trigger language plpgsql as $$
declare
  app uuid := (select (coalesce(new.args, push.args) #>> '{gate,appId}')::uuid from push where push.id = new.push_id);
begin
  update param_desired held set item_id = new.id, changed_at = clock_timestamp(),
    state = case
      when exists (select from param_applied applied join param_subject own on own.id = app
        where applied.device_id = held.device_id and applied.package = own.package and applied.hash = held.hash) then 'APPLIED'
      when new.state in ('PUBLISHED', 'DELIVERED', 'ACKED') then 'NOTIFIED'
      when new.state = 'DEFERRED' then 'WAIT_APP'
      when new.state = 'RUNNING' then case new.step when 'DOWNLOADING' then 'FETCHING'
        when 'DOWNLOADED' then 'DOWNLOADED' else 'VERIFIED' end
      when new.state = 'SUCCESS' then 'VERIFIED'
      when new.state = 'FAILED' and new.code = 'P308' then 'REJECTED'
      when new.state = 'FAILED' and new.code = 'P309' then 'PARTLY_APPLIED'
      when new.state in ('FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT') then 'FAILED'
      else 'PENDING' end,
    -- What changed while it was under way is brought by the next one.
    due_at = case when new.state = 'SUCCESS' then clock_timestamp() + interval '30 seconds'
      when new.ended_at is not null and held.since > new.created_at then clock_timestamp() end
  where held.device_id = new.device_id and held.app_id = app and held.until is null and held.state <> 'BLOCKED'
    -- An item that is over for long says nothing about what came after it, nor does one whose values were changed there.
    and (held.item_id is null or held.item_id <= new.id)
    and not (held.state = 'DRIFT' and held.item_id = new.id);
  return null;
end $$;

create or replace view param_delivery_row as
  select held.device_id || '/' || held.app_id as id, held.device_id, device.sn, device.org_id, device.vendor_id, device.model_id,
    own.name as org_name, held.app_id, app.name as app_name, app.package, held.revision, template.name as template_name,
    made_for.rev as template_revision, held.state, item.code, item.message, item.attempt, item.push_id, held.since, held.changed_at,
    item.published_at, item.ended_at, applied.reported_at, device.created_by, held.set_id, held.item_id
  from param_desired held
    join device on device.id = held.device_id and device.deleted_at is null
    join organization own on own.id = device.org_id
    join app on app.id = held.app_id
    join param_set on param_set.id = held.set_id
    join param_template_rev made_for on made_for.id = param_set.template_rev_id
    join param_template template on template.id = made_for.template_id
    left join push_item item on item.id = held.item_id
    left join param_applied applied on applied.device_id = held.device_id and applied.package = app.package
  where held.until is null;

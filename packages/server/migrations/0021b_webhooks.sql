-- Webhooks: what happens is told to API clients, as far as their rights and data scopes reach. The
-- delivery is written with its cause and sent by the worker after the commit.

alter table api_client
  add column callback_url text,
  add column events text[] not null default '{}',
  -- Since when no delivery has arrived; null while they do.
  add column webhook_failing_since timestamptz,
  add column webhook_failures integer not null default 0,
  -- Nothing is sent before, because the receiver could not be reached.
  add column webhook_retry_at timestamptz,
  -- It failed for days; nothing is told until somebody looks after it.
  add column webhook_stopped_at timestamptz,
  -- The worker that sends this client's deliveries, one after the other, until then.
  add column webhook_lease_until timestamptz;

-- What may be listened to, and the right that it takes. The contract's table says the same.
create table webhook_event (
  name text primary key,
  permission text not null
);
insert into webhook_event (name, permission) values
  ('device.online', 'DEVICE_LIST'),
  ('device.offline', 'DEVICE_LIST'),
  ('device.created', 'DEVICE_LIST'),
  ('device.updated', 'DEVICE_LIST'),
  ('device.state', 'DEVICE_LIST'),
  ('device.removed', 'DEVICE_LIST'),
  ('device.restored', 'DEVICE_LIST'),
  ('command.finished', 'DEVICE_DETAIL'),
  ('user.locked', 'USER_LIST');

-- Log and outbox in one.
create table webhook_delivery (
  id uuid primary key default uuid7(),
  client_id uuid not null references api_client (id) on delete cascade,
  event text not null,
  at timestamptz not null default now(),
  data jsonb not null,
  -- QUEUED, SENT, FAILED
  state text not null default 'QUEUED',
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  expires_at timestamptz not null default now() + interval '32 hours',
  -- Of the last try: the answer's HTTP status, or why there was none.
  status integer,
  error text,
  duration_ms integer,
  sent_at timestamptz
);
create index webhook_delivery_due on webhook_delivery (client_id, id) where state = 'QUEUED';
create index webhook_delivery_client on webhook_delivery (client_id, id desc);
create index webhook_delivery_at on webhook_delivery using brin (at);

-- A thing that an event is about, with what a data scope judges it by.
create type webhook_subject as (
  id uuid, org_id uuid, vendor_id uuid, model_id uuid, created_by uuid,
  -- Whether vendor and model count for it at all.
  has_make boolean,
  data jsonb
);

create function webhook_listeners(event_name text) returns setof api_client language sql stable as $$
  select client.* from api_client client
  where client.callback_url is not null and event_name = any(client.events) and client.status = 1
    and client.deleted_at is null and client.webhook_stopped_at is null
    and (client.valid_to is null or client.valid_to > now())
    and exists (select from webhook_event event
      join menu on menu.button_code = event.permission
      join api_client_menu given on given.menu_id = menu.id
      where event.name = event_name and given.client_id = client.id)
$$;
-- squawk-ignore require-concurrent-index-creation
create index api_client_listening on api_client (id) where callback_url is not null and deleted_at is null;

-- The same judgement as `rowsWithin` (platform/dataScope.ts); a test holds them together.
create function tell_clients(event_name text, subjects webhook_subject[]) returns void
language sql as $$
  insert into webhook_delivery (client_id, event, data)
  select client.id, event_name, subject.data
  from webhook_listeners(event_name) client
    join organization home on home.id = client.org_id
    join data_scope scope on scope.client_id = client.id
    cross join unnest(subjects) with ordinality
      as subject (id, org_id, vendor_id, model_id, created_by, has_make, data, place)
    join organization own on own.id = subject.org_id
  where (scope.kind = 'ALL'
      or (scope.kind = 'OWN_ORG' and own.id = client.org_id)
      or (scope.kind = 'OWN_ORG_AND_BELOW' and own.path <@ home.path)
      or (scope.kind = 'SELF' and subject.created_by = client.id)
      or (scope.kind = 'CUSTOM' and exists (
        select from data_scope_organization chosen join organization place on place.id = chosen.org_id
        where chosen.scope_id = scope.id
          and (place.id = own.id or (chosen.with_below and own.path <@ place.path)))))
    and (not subject.has_make or (
      (scope.vendor_ids = '{}' or subject.vendor_id = any(scope.vendor_ids))
      and (scope.model_ids = '{}' or subject.model_id = any(scope.model_ids))))
  order by subject.place
$$;

create function device_subject(d device) returns webhook_subject language sql stable as $$
  select row(d.id, d.org_id, d.vendor_id, d.model_id, d.created_by, true, jsonb_build_object(
    'id', d.id, 'sn', d.sn, 'name', d.name, 'tid', d.tid, 'orgId', d.org_id, 'vendorId', d.vendor_id,
    'modelId', d.model_id, 'lifecycle', d.lifecycle))::webhook_subject
$$;

-- Statement triggers: whoever writes, the cause and what is told of it have one transaction. Where
-- nobody listens they cost one look at the few clients that have an address.
create function tell_device_created() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_listeners('device.created')) then
    perform tell_clients('device.created', array(select device_subject(device)
      from device join written on written.id = device.id order by device.id));
  end if;
  return null;
end $$;
create trigger device_tell_created after insert on device referencing new table as written
  for each statement execute function tell_device_created();

create function tell_device_updated() returns trigger language plpgsql as $$
declare
  told record;
begin
  if not exists (select from api_client where callback_url is not null and deleted_at is null) then
    return null;
  end if;
  for told in
    select happened.event, array_agg(device_subject(device) order by device.id) as subjects
    from written join former on former.id = written.id join device on device.id = written.id
      cross join lateral (values
        ('device.removed', former.deleted_at is null and written.deleted_at is not null),
        ('device.restored', former.deleted_at is not null and written.deleted_at is null),
        ('device.updated', written.version > former.version
          and former.deleted_at is null and written.deleted_at is null),
        ('device.state', written.lifecycle is distinct from former.lifecycle)) as happened (event, did)
    where happened.did group by happened.event
  loop
    perform tell_clients(told.event, told.subjects);
  end loop;
  return null;
end $$;
create trigger device_tell_updated after update on device
  referencing old table as former new table as written
  for each statement execute function tell_device_updated();

create function tell_device_online() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_listeners('device.online')) then
    perform tell_clients('device.online', array(select device_subject(device)
      from device join written on written.device_id = device.id order by device.id));
  end if;
  return null;
end $$;
create trigger device_online_tell after insert on device_online referencing new table as written
  for each statement execute function tell_device_online();

create function tell_device_offline() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_listeners('device.offline')) then
    perform tell_clients('device.offline', array(select device_subject(device)
      from device join former on former.device_id = device.id order by device.id));
  end if;
  return null;
end $$;
create trigger device_offline_tell after delete on device_online referencing old table as former
  for each statement execute function tell_device_offline();

create function tell_command_finished() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_listeners('command.finished')) then
    perform tell_clients('command.finished', array(
      select row(written.id, device.org_id, device.vendor_id, device.model_id, device.created_by, true,
        jsonb_build_object('id', written.id, 'deviceId', device.id, 'sn', device.sn, 'orgId', device.org_id,
          'command', written.cmd, 'state', written.state, 'code', written.code, 'message', written.message)
        )::webhook_subject
      from written join former on former.id = written.id join device on device.id = written.device_id
      where former.ended_at is null and written.ended_at is not null order by written.id));
  end if;
  return null;
end $$;
create trigger device_task_item_tell after update on device_task_item
  referencing old table as former new table as written
  for each statement execute function tell_command_finished();

create function tell_user_locked() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_listeners('user.locked')) then
    perform tell_clients('user.locked', array(
      select row(written.id, written.org_id, null, null, written.created_by, false,
        jsonb_build_object('id', written.id, 'userName', written.user_name, 'orgId', written.org_id,
          'lockedUntil', written.locked_until))::webhook_subject
      from written join former on former.id = written.id
      where written.locked_until > now() and coalesce(former.locked_until, '-infinity') < now()
      order by written.id));
  end if;
  return null;
end $$;
create trigger app_user_tell_locked after update on app_user
  referencing old table as former new table as written
  for each statement execute function tell_user_locked();

drop view api_client_row;
create view api_client_row as
  select c.id, c.name, c.kind, c.org_id, c.ip_allow, c.rate_limit, c.valid_to, c.remark, c.callback_url,
    c.events, c.last_used_at, c.status, c.version, c.created_at, c.created_by, c.updated_at, c.updated_by,
    c.deleted_at, c.deleted_by, own.name as org_name, scope.kind as data_scope, old.valid_to as old_secret_until,
    null::text as secret,
    (select count(*)::integer from api_client_menu given join menu on menu.id = given.menu_id
      where given.client_id = c.id and menu.button_code is not null) as right_count,
    (case when c.status = 0 then 'DISABLED' when c.valid_to <= now() then 'EXPIRED'
      when old.valid_to is not null then 'SECRET_ROTATING' else 'ACTIVE' end) as state,
    (case when c.callback_url is null then 'NONE' when c.webhook_stopped_at is not null then 'STOPPED'
      when c.webhook_failing_since is not null then 'FAILING' else 'WORKING' end) as webhook_state,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from api_client c
    join organization own on own.id = c.org_id
    left join data_scope scope on scope.client_id = c.id
    left join lateral (select max(secret.valid_to) as valid_to from api_client_secret secret
      where secret.client_id = c.id and secret.valid_to > now()) old on true
    left join app_user editor on editor.id = coalesce(c.updated_by, c.created_by)
    left join app_user remover on remover.id = c.deleted_by;

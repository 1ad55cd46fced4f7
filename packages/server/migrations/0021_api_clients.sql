-- API clients: programs that call as themselves, each call signed with the client's secret.

create table api_client (
  id uuid primary key default uuid7(),
  name text not null,
  kind text not null,
  org_id uuid not null references organization (id),
  -- Where calls may come from; none named means anywhere.
  ip_allow inet[] not null default '{}',
  -- Null: what the parameter client.rate.per10min says.
  rate_limit integer,
  valid_to timestamptz,
  remark text,
  last_used_at timestamptz,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  constraint api_client_kind check (kind in ('OPEN_API', 'CONSOLE', 'DEVICE_AGENT', 'WEBHOOK')),
  constraint api_client_networks check (cardinality(ip_allow) <= 50)
);
create unique index api_client_name_unique on api_client (org_id, lower(name)) where deleted_at is null;

-- Sealed under the installation's key: a signature cannot be checked with a hash. A rotated secret
-- stays good for a while, so that its holders can change over.
create table api_client_secret (
  id uuid primary key default uuid7(),
  client_id uuid not null references api_client (id) on delete cascade,
  sealed bytea not null,
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  created_by uuid
);
create index api_client_secret_client on api_client_secret (client_id, valid_from);

create table api_client_menu (
  client_id uuid not null references api_client (id) on delete cascade,
  menu_id uuid not null references menu (id) on delete cascade,
  primary key (client_id, menu_id)
);
create index api_client_menu_menu on api_client_menu (menu_id);

alter table data_scope
  -- squawk-ignore adding-foreign-key-constraint, disallowed-unique-constraint
  add column client_id uuid unique references api_client (id) on delete cascade,
  drop constraint data_scope_owner,
  -- squawk-ignore constraint-missing-not-valid
  add constraint data_scope_owner check (num_nonnulls(role_id, user_id, client_id) = 1);

-- Calls by the minute: what the limit is judged by and what the chart of a day shows. Written in
-- batches, never once a call.
create table api_client_minute (
  client_id uuid not null references api_client (id) on delete cascade,
  minute timestamptz not null,
  calls integer not null default 0,
  -- Calls that were answered with a refusal or a failure.
  errors integer not null default 0,
  -- Turned away at the door: wrong signature, over the limit, locked.
  refused integer not null default 0,
  primary key (client_id, minute)
) with (fillfactor = 70);

-- The latest refused calls of each client, some of each second.
create table api_client_error (
  id uuid primary key default uuid7(),
  client_id uuid not null references api_client (id) on delete cascade,
  at timestamptz not null,
  method text not null,
  path text not null,
  code integer not null,
  ip text not null
);
create index api_client_error_client on api_client_error (client_id, at desc);

-- Wrong signatures from one network, so that strangers do not lock the owner out.
create table api_client_failure (
  client_id uuid not null references api_client (id) on delete cascade,
  source cidr not null,
  failures integer not null,
  since timestamptz not null,
  locked_until timestamptz,
  primary key (client_id, source)
);

-- The network whose failures are counted together: /24 of IPv4, /56 of IPv6.
create function source_of(ip inet) returns cidr language sql immutable parallel safe as $$
  select network(set_masklen(ip, case family(ip) when 4 then 24 else 56 end))
$$;

create trigger api_client_menu_changed after insert or update or delete on api_client_menu
  for each statement execute function rights_changed();
create trigger api_client_place_changed after update of org_id on api_client
  for each statement execute function rights_changed();

create view api_client_row as
  select c.id, c.name, c.kind, c.org_id, c.ip_allow, c.rate_limit, c.valid_to, c.remark,
    c.last_used_at, c.status, c.version, c.created_at, c.created_by, c.updated_at, c.updated_by,
    c.deleted_at, c.deleted_by, own.name as org_name, scope.kind as data_scope, old.valid_to as old_secret_until,
    null::text as secret,
    (select count(*)::integer from api_client_menu given join menu on menu.id = given.menu_id
      where given.client_id = c.id and menu.button_code is not null) as right_count,
    (case when c.status = 0 then 'DISABLED' when c.valid_to <= now() then 'EXPIRED'
      when old.valid_to is not null then 'SECRET_ROTATING' else 'ACTIVE' end) as state,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from api_client c
    join organization own on own.id = c.org_id
    left join data_scope scope on scope.client_id = c.id
    left join lateral (select max(secret.valid_to) as valid_to from api_client_secret secret
      where secret.client_id = c.id and secret.valid_to > now()) old on true
    left join app_user editor on editor.id = coalesce(c.updated_by, c.created_by)
    left join app_user remover on remover.id = c.deleted_by;

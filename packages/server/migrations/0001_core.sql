-- Identity, rights, sessions, languages, the action log and the outbox.

create extension if not exists ltree;
create extension if not exists pg_trgm;

-- UUID version 7 (RFC 9562): sorts by time. A function of ours because PostgreSQL 15 to 17 have none.
create function uuid7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

create table organization (
  id uuid primary key default uuid7(),
  -- Label of this node inside `path`; short, so that deep paths stay small.
  label bigint generated always as identity,
  path ltree not null,
  parent_id uuid references organization (id),
  name text not null,
  code text not null,
  type text not null,
  area_id uuid,
  timezone_id uuid,
  contact text not null default '',
  email text,
  phone text,
  address text,
  postcode text,
  company text,
  device_quota integer,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create index organization_path on organization using gist (path);
create index organization_parent on organization (parent_id);
create unique index organization_code_unique on organization (lower(code)) where deleted_at is null;
create unique index organization_name_unique
  on organization (parent_id, lower(name)) nulls not distinct where deleted_at is null;

-- A node's path is its parent's and its own label; moving a node rewrites its whole subtree.
create function organization_set_path() returns trigger language plpgsql as $$
begin
  new.path := coalesce((select organization.path from organization where organization.id = new.parent_id), ''::ltree)
    || new.label::text::ltree;
  return new;
end $$;
create trigger organization_path_insert before insert on organization
  for each row execute function organization_set_path();

create function organization_move_subtree() returns trigger language plpgsql as $$
begin
  update organization set path = new.path || subpath(organization.path, nlevel(old.path))
    where organization.path <@ old.path and organization.id <> new.id;
  return null;
end $$;
create trigger organization_path_move before update of parent_id on organization
  for each row when (old.parent_id is distinct from new.parent_id) execute function organization_set_path();
create trigger organization_path_subtree after update of parent_id on organization
  for each row when (old.path is distinct from new.path) execute function organization_move_subtree();

create table role (
  id uuid primary key default uuid7(),
  code text not null unique,
  name text not null,
  -- ALL, OWN_ORG_AND_BELOW, OWN_ORG
  data_scope text not null default 'OWN_ORG_AND_BELOW',
  is_system boolean not null default false,
  created_at timestamptz not null default now()
);

create table menu (
  id uuid primary key default uuid7(),
  parent_id uuid references menu (id),
  -- 0 directory, 1 page, 2 button, 3 external link, 4 embedded page
  menu_type smallint not null,
  menu_name text not null,
  menu_icon text not null default '',
  front_path text not null default '',
  front_name text unique,
  front_component text not null default '',
  button_code text unique,
  iframe_url text,
  active_menu text,
  is_show smallint not null default 1,
  keep_alive smallint not null default 1,
  no_closable smallint not null default 0,
  sort integer not null default 0
);
create index menu_parent on menu (parent_id, sort);

create table role_menu (
  role_id uuid not null references role (id) on delete cascade,
  menu_id uuid not null references menu (id) on delete cascade,
  primary key (role_id, menu_id)
);

create table app_user (
  id uuid primary key default uuid7(),
  user_name text not null,
  real_name text not null default '',
  email text,
  org_id uuid not null references organization (id),
  is_super_admin boolean not null default false,
  password_hash text not null,
  password_changed_at timestamptz not null default now(),
  must_change_password boolean not null default true,
  failed_attempts integer not null default 0,
  locked_until timestamptz,
  status smallint not null default 1,
  last_sign_in_at timestamptz,
  last_sign_in_ip text,
  language text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index app_user_name_unique on app_user (lower(user_name));

create table user_role (
  user_id uuid not null references app_user (id) on delete cascade,
  role_id uuid not null references role (id),
  primary key (user_id, role_id)
);

-- One row: raised whenever what anybody may do has changed, so that caches of rights know.
create table rights_epoch (epoch bigint not null);
insert into rights_epoch values (1);
create function rights_changed() returns trigger language plpgsql as $$
begin
  update rights_epoch set epoch = rights_epoch.epoch + 1;
  return null;
end $$;
create trigger role_changed after insert or update or delete on role
  for each statement execute function rights_changed();
create trigger role_menu_changed after insert or update or delete on role_menu
  for each statement execute function rights_changed();
create trigger user_role_changed after insert or update or delete on user_role
  for each statement execute function rights_changed();
create trigger menu_changed after insert or update or delete on menu
  for each statement execute function rights_changed();

create table session (
  id uuid primary key default uuid7(),
  user_id uuid not null references app_user (id) on delete cascade,
  token_hash bytea not null unique,
  -- The request key agreed at sign-in, sealed; null for a session without a key.
  sealed_key bytea,
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_of_user on session (user_id) where revoked_at is null;
create index session_expiry on session (expires_at);

-- Nonces of writes, so that two web processes agree; reads are watched in memory.
create table request_nonce (
  session_id uuid not null,
  nonce text not null,
  seen_at timestamptz not null default now(),
  primary key (session_id, nonce)
);
create index request_nonce_seen on request_nonce using brin (seen_at);

create table ticket (
  token_hash bytea primary key,
  session_id uuid not null references session (id) on delete cascade,
  path text not null,
  expires_at timestamptz not null
);

create table idempotency (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_created on idempotency (created_at);

create table sign_in_log (
  id uuid primary key default uuid7(),
  at timestamptz not null default now(),
  user_name text not null,
  user_id uuid,
  ip text,
  user_agent text,
  result text not null
);
create index sign_in_log_ip on sign_in_log (ip, at);

create table action_log (
  id uuid not null default uuid7(),
  at timestamptz not null default now(),
  user_id uuid,
  user_name text not null,
  org_id uuid,
  method text not null,
  path text not null,
  permission text not null,
  target_ids text[] not null default '{}',
  request jsonb,
  before jsonb,
  after jsonb,
  code integer not null,
  ip text,
  duration_ms integer not null,
  request_id text not null,
  primary key (at, id)
) partition by range (at);
create table action_log_rest partition of action_log default;
create index action_log_user on action_log (user_id, at);

create table language (
  id uuid primary key default uuid7(),
  code text not null unique,
  name text not null,
  native_name text not null,
  direction text not null default 'ltr',
  sort integer not null default 0,
  status smallint not null default 1
);

create table language_text (
  language_id uuid not null references language (id) on delete cascade,
  key text not null,
  value text not null,
  -- What Muster ships; an administrator's own wording stays when a new version ships another.
  is_custom boolean not null default false,
  primary key (language_id, key)
);

-- Named values that an administrator may change; what is not here has its default in the code.
create table parameter (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

-- What must leave the database after a commit: written with its cause, sent at least once.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  payload jsonb not null,
  available_at timestamptz not null default now(),
  attempts integer not null default 0
);
create index outbox_due on outbox (kind, available_at, id);

-- Keys of the installation (e.g. the one that signs messages to terminals), sealed.
create table platform_key (
  name text primary key,
  public_key bytea not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default now()
);

-- Saved views of lists: what they show and how their columns stand.

create table list_view (
  id uuid primary key default uuid7(),
  user_id uuid not null references app_user (id) on delete cascade,
  -- The path of the list's page call.
  list text not null,
  name text not null,
  state jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index list_view_name_unique on list_view (user_id, list, lower(name));

-- Whose holders see a view, too.
create table list_view_role (
  view_id uuid not null references list_view (id) on delete cascade,
  role_id uuid not null references role (id) on delete cascade,
  primary key (view_id, role_id)
);
create index list_view_role_of on list_view_role (role_id);

-- The view that a list opens with.
create table list_view_default (
  user_id uuid not null references app_user (id) on delete cascade,
  list text not null,
  view_id uuid not null references list_view (id) on delete cascade,
  primary key (user_id, list)
);
create index list_view_default_view on list_view_default (view_id);

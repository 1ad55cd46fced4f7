-- What an organisation sets for its subtree, and the revision of the settings that its terminals are told.

create table organization_config (
  org_id uuid primary key references organization (id) on delete cascade,
  -- Only what is set here; the rest is inherited from above.
  settings jsonb not null default '{}',
  version integer not null default 0,
  settings_rev integer not null default 0,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

-- What is in force at an organisation: of each setting the nearest one on the way up.
-- No row where nobody above has set anything.
create view organization_setting as
  select place.id as org_id, jsonb_object_agg(said.key, said.value order by nlevel(above.path)) as settings
  from organization place
    join organization above on above.path @> place.path
    join organization_config own on own.org_id = above.id
    cross join lateral jsonb_each(own.settings) said
  group by place.id;

-- Whatever decides what a terminal is told takes the next number: so the revision only ever rises.
create sequence settings_rev as integer start with 1000;
alter table model add column settings_rev integer not null default 1;
update model set settings_rev = version;
alter table organization add column settings_rev integer not null default 0;
alter table device add column settings_rev integer not null default 0;

create function take_settings_rev() returns trigger language plpgsql as $$
begin
  new.settings_rev := nextval('settings_rev');
  return new;
end $$;
create trigger organization_config_rev before insert or update of settings on organization_config
  for each row execute function take_settings_rev();
create trigger model_settings_rev before update of heartbeat_seconds on model
  for each row when (old.heartbeat_seconds is distinct from new.heartbeat_seconds)
  execute function take_settings_rev();
create trigger organization_settings_rev before update of parent_id on organization
  for each row when (old.parent_id is distinct from new.parent_id) execute function take_settings_rev();
create trigger device_settings_rev before update of org_id, model_id on device
  for each row when (old.org_id <> new.org_id or old.model_id <> new.model_id)
  execute function take_settings_rev();

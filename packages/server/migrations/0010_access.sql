-- Roles and users as records with a recycle bin, and the data scopes that say whose records they see.

alter table role
  add column type text not null default 'ORGANIZATION',
  -- Null: shipped with Muster, for everybody and changed by nobody.
  -- squawk-ignore adding-foreign-key-constraint
  add column org_id uuid references organization (id),
  -- Whether organisations below may give it to their users, too.
  add column inheritable boolean not null default false,
  add column remark text,
  add column status smallint not null default 1,
  add column version integer not null default 1,
  add column created_by uuid,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid,
  add column deleted_at timestamptz,
  add column deleted_by uuid,
  -- squawk-ignore constraint-missing-not-valid
  add constraint role_type check (type in ('PLATFORM', 'ORGANIZATION', 'VENDOR', 'DEVELOPER'));
update role set type = 'PLATFORM' where is_system;
alter table role drop constraint role_code_key;
-- squawk-ignore require-concurrent-index-creation
create unique index role_code_unique on role (lower(code)) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index role_org on role (org_id);

alter table app_user
  add column remark text,
  -- Staff of a vendor see its terminals only.
  -- squawk-ignore adding-foreign-key-constraint
  add column vendor_id uuid references vendor (id),
  add column valid_from timestamptz,
  add column valid_to timestamptz,
  -- Since when the account waits for its owner to choose a password; null once he has.
  add column invited_at timestamptz,
  add column version integer not null default 1,
  add column created_by uuid,
  add column updated_by uuid,
  add column deleted_at timestamptz,
  add column deleted_by uuid;
-- A user name stays taken while its user lies in the recycle bin: he may come back, and logs name him.
alter index app_user_name_unique rename to app_user_user_name_unique;
-- squawk-ignore require-concurrent-index-creation
create unique index app_user_email_unique on app_user (lower(email)) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index app_user_org on app_user (org_id);
-- squawk-ignore require-concurrent-index-creation
create index user_role_of_role on user_role (role_id);

-- Whether an account may be used now.
create function is_usable(account app_user) returns boolean language sql stable as $$
  select account.status = 1 and account.deleted_at is null
    and (account.valid_from is null or account.valid_from <= now())
    and (account.valid_to is null or account.valid_to > now())
$$;

-- Whose records the holders of a role see, or one user instead of what his roles give him.
create table data_scope (
  id uuid primary key default uuid7(),
  role_id uuid unique references role (id) on delete cascade,
  user_id uuid unique references app_user (id) on delete cascade,
  kind text not null,
  -- Only terminals, models and vendors of these; none named means any.
  vendor_ids uuid[] not null default '{}',
  model_ids uuid[] not null default '{}',
  constraint data_scope_kind check (kind in ('ALL', 'OWN_ORG_AND_BELOW', 'OWN_ORG', 'CUSTOM', 'SELF')),
  constraint data_scope_owner check (num_nonnulls(role_id, user_id) = 1)
);
create table data_scope_organization (
  scope_id uuid not null references data_scope (id) on delete cascade,
  org_id uuid not null references organization (id) on delete cascade,
  with_below boolean not null,
  primary key (scope_id, org_id)
);
create index data_scope_organization_org on data_scope_organization (org_id);
insert into data_scope (role_id, kind) select id, data_scope from role;
-- squawk-ignore ban-drop-column
alter table role drop column data_scope;

-- What anybody may do changes with all of these; a sign-in or a new phone number changes nothing.
create trigger data_scope_changed after insert or update or delete on data_scope
  for each statement execute function rights_changed();
create trigger data_scope_organization_changed after insert or update or delete on data_scope_organization
  for each statement execute function rights_changed();
create trigger organization_place_changed after update of parent_id, path on organization
  for each statement execute function rights_changed();
create trigger app_user_place_changed after update of org_id, vendor_id, is_super_admin on app_user
  for each statement execute function rights_changed();

create view role_row as
  select r.*, own.name as org_name, scope.kind as data_scope, not r.is_system as is_editable,
    (select count(*)::integer from user_role held join app_user holder on holder.id = held.user_id
      where held.role_id = r.id and holder.deleted_at is null) as user_count,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from role r
    left join organization own on own.id = r.org_id
    left join data_scope scope on scope.role_id = r.id
    left join app_user editor on editor.id = coalesce(r.updated_by, r.created_by)
    left join app_user remover on remover.id = r.deleted_by;

create view app_user_row as
  select u.id, u.user_name, u.real_name, u.email, u.phone, u.org_id, u.vendor_id, u.language, u.time_zone,
    u.valid_from, u.valid_to, u.remark, u.is_super_admin, u.last_sign_in_at, u.last_sign_in_ip,
    u.password_changed_at, u.locked_until, u.invited_at, u.status, u.version, u.created_at, u.created_by, u.updated_at,
    u.updated_by, u.deleted_at, u.deleted_by,
    own.name as org_name, vendor.name as vendor_name, scope.kind as data_scope,
    array(select held.role_id from user_role held join role on role.id = held.role_id
      where held.user_id = u.id order by role.name) as role_ids,
    array(select role.name from user_role held join role on role.id = held.role_id
      where held.user_id = u.id order by role.name) as role_names,
    (case when u.status = 0 then 'DISABLED' when u.valid_to <= now() then 'EXPIRED'
      when u.invited_at is not null then 'INVITED' when u.locked_until > now() then 'LOCKED'
      else 'ACTIVE' end) as state,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from app_user u
    join organization own on own.id = u.org_id
    left join vendor on vendor.id = u.vendor_id
    left join data_scope scope on scope.user_id = u.id
    left join app_user editor on editor.id = coalesce(u.updated_by, u.created_by)
    left join app_user remover on remover.id = u.deleted_by;

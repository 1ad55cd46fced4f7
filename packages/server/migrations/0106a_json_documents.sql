-- Whole JSON documents for terminals: what is published for organisations, models, groups and terminals is
-- merged for each terminal, and brought and proved as values of parameters are.

-- What documents of one code make together: the file of a terminal.
create table json_code (
  id uuid primary key default uuid7(),
  code text not null unique
);

create table json_document (
  id uuid primary key default uuid7(),
  name text not null,
  code text not null,
  kind text not null,
  level text not null check (level in ('ORG', 'MODEL', 'GROUP', 'DEVICE')),
  -- Whose it is: the target itself, or whose the target was when it was made.
  org_id uuid not null references organization (id) on delete cascade,
  -- Of level MODEL: terminals of this model below the organisation.
  model_id uuid references model (id) on delete cascade,
  group_id uuid references device_group (id) on delete cascade,
  device_id uuid references device (id) on delete cascade,
  target_id uuid not null generated always as (coalesce(device_id, group_id, model_id, org_id)) stored,
  -- Of several groups of a terminal the higher one is nearer.
  priority smallint not null default 0,
  -- MERGE: patches what comes from farther away (RFC 7396); REPLACE: stands in its place.
  merge_mode text not null default 'MERGE' check (merge_mode in ('REPLACE', 'MERGE')),
  -- Sealed here, and encrypted for each terminal.
  encrypt boolean not null default false,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'PENDING_APPROVAL', 'PUBLISHED')),
  -- The revision in force; null: none was published yet.
  revision integer,
  asked_by uuid,
  -- The draft, as it was typed, and the JSON Schema that what comes of it has to fit.
  document text,
  sealed bytea,
  schema text,
  -- Of the document, in bytes.
  size integer not null default 2,
  -- How it is delivered; see the contract.
  options jsonb not null default '{}',
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check (num_nonnulls(document, sealed) < 2),
  check (case level when 'ORG' then num_nonnulls(model_id, group_id, device_id) = 0
    when 'MODEL' then model_id is not null and num_nonnulls(group_id, device_id) = 0
    when 'GROUP' then group_id is not null and num_nonnulls(model_id, device_id) = 0
    else device_id is not null and num_nonnulls(model_id, group_id) = 0 end)
);
create unique index json_document_code_unique on json_document (org_id, target_id, code) where deleted_at is null;
create index json_document_org on json_document (org_id);
create index json_document_model on json_document (model_id) where model_id is not null;
create index json_document_group on json_document (group_id) where group_id is not null;
create index json_document_device on json_document (device_id) where device_id is not null;
create index json_document_in_force on json_document (target_id)
  where revision is not null and status = 1 and deleted_at is null;

-- What was published stays as it was.
create table json_document_rev (
  id bigint generated always as identity primary key,
  document_id uuid not null references json_document (id) on delete cascade,
  revision integer not null,
  document text,
  sealed bytea,
  schema text,
  merge_mode text not null,
  encrypt boolean not null,
  size integer not null,
  state text not null check (state in ('PUBLISHED', 'SUPERSEDED')),
  note text,
  -- Terminals that it was for when it was published.
  device_count integer not null,
  published_at timestamptz not null default now(),
  published_by uuid,
  approved_by uuid,
  -- On whose behalf it is brought to terminals.
  principal jsonb not null,
  check (num_nonnulls(document, sealed) < 2)
);
create unique index json_document_rev_unique on json_document_rev (document_id, revision);

create view json_document_row as
  select d.*, own.name as org_name, model.name as model_name, device_group.name as group_name, device.sn as device_sn,
    coalesce(device.sn, device_group.name, model.name, own.name) as target_name,
    told.published_at, asker.user_name as asked_by_name,
    coalesce(told.document is distinct from d.document or told.sealed is distinct from d.sealed
      or told.schema is distinct from d.schema or told.merge_mode <> d.merge_mode or told.encrypt <> d.encrypt, true) as is_changed,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from json_document d
    join organization own on own.id = d.org_id
    left join model on model.id = d.model_id
    left join device_group on device_group.id = d.group_id
    left join device on device.id = d.device_id
    left join json_document_rev told on told.document_id = d.id and told.revision = d.revision
    left join app_user asker on asker.id = d.asked_by
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;

-- What is held for a terminal is of an application or of a code of documents.
alter table param_desired drop constraint param_desired_app_id_fkey;
create function forget_params_of_app() returns trigger language plpgsql as $$
begin
  delete from param_desired where app_id = old.id;
  return null;
end $$;
create trigger app_params_forgotten after delete on app for each row execute function forget_params_of_app();

create view param_subject as
  select id, package, name from app
  union all
  select id, 'json:' || code, code from json_code;

-- A set of documents: their revisions, the nearest first, and what is wrong with what comes of them.
alter table param_set alter column template_rev_id drop not null;
alter table param_set add column document_ids bigint[] not null default '{}';
alter table param_set add column faults text[] not null default '{}';
-- squawk-ignore require-concurrent-index-creation
create index param_set_documents on param_set using gin (document_ids);

alter table param_change drop constraint param_change_level_check;
alter table param_change add constraint param_change_level_check
  check (level in ('ORG', 'STATION', 'GROUP', 'DEVICE', 'SET_TEMPLATE', 'MODEL')) not valid;

-- Documents in force that are for terminals, the nearest first; none beyond one that stands in the place of the rest.
create function json_document_layers(devices uuid[])
returns table (device_id uuid, code_id uuid, document_id uuid, rev_id bigint, place bigint)
language sql stable rows 2000 as $$
  with here as (
    select device.id, device.org_id, device.model_id from device
    where device.id = any(devices) and device.deleted_at is null),
  over as (
    select place.org_id, above.id, nlevel(above.path) as depth
    from (select distinct here.org_id from here) place
      join organization own on own.id = place.org_id
      join organization above on above.path @> own.path),
  said as (
    select here.id as of_device, d.*, 0 as rank, 0 as nearness
      from here join json_document d on d.target_id = here.id and d.level = 'DEVICE'
        join over on over.org_id = here.org_id and over.id = d.org_id
    union all
    select here.id, d.*, 1, over.depth
      from here join device_group_member member on member.device_id = here.id
        join json_document d on d.target_id = member.group_id and d.level = 'GROUP'
        join over on over.org_id = here.org_id and over.id = d.org_id
    union all
    select here.id, d.*, 2, over.depth
      from here join json_document d on d.target_id = here.model_id and d.level = 'MODEL'
        join over on over.org_id = here.org_id and over.id = d.org_id
    union all
    select here.id, d.*, 3, over.depth
      from here join over on over.org_id = here.org_id
        join json_document d on d.target_id = over.id and d.level = 'ORG'),
  placed as (
    select said.of_device, json_code.id as code_id, said.id as document_id, told.id as rev_id,
      row_number() over nearest as place,
      count(*) filter (where told.merge_mode = 'REPLACE')
        over (nearest rows between unbounded preceding and 1 preceding) as covered
    from said
      join json_code on json_code.code = said.code
      join json_document_rev told on told.document_id = said.id and told.revision = said.revision
    where said.status = 1 and said.deleted_at is null
    window nearest as (partition by said.of_device, said.code
      order by said.rank, case when said.rank = 1 then -said.priority else 0 end, -said.nearness, said.id desc))
  select placed.of_device, placed.code_id, placed.document_id, placed.rev_id, placed.place
  from placed where placed.covered = 0
$$;

-- Whether anything is said for terminals at all.
create function are_params_said() returns boolean language sql stable as $$
  select exists (select from param_assignment where revision is not null)
    or exists (select from json_document where revision is not null)
$$;
create or replace function note_param_due() returns trigger language plpgsql as $$
begin
  insert into param_due (device_id) select new.id where are_params_said();
  return null;
end $$;
create or replace function note_params_due() returns trigger language plpgsql as $$
begin
  insert into param_due (device_id) select added.id from added where (select are_params_said());
  return null;
end $$;
create or replace function note_members_due() returns trigger language plpgsql as $$
begin
  insert into param_due (device_id) select distinct touched.device_id from touched
    where touched.group_id in (select group_id from param_assignment where group_id is not null and revision is not null
      union all select group_id from json_document where group_id is not null and revision is not null);
  return null;
end $$;
create or replace function note_tree_due() returns trigger language plpgsql as $$
begin
  insert into param_change (level, target_id) select 'ORG', moved.id from moved join was on was.id = moved.id
    where moved.path <> was.path and (select are_params_said());
  return null;
end $$;

-- Whether what a terminal changed in a set is sent again by itself: as its nearest assignment or document says.
create or replace function param_resends(of_set bigint) returns boolean language sql stable as $$
  select coalesce((coalesce(a.options, d.options) ->> 'resend')::boolean, false)
  from param_set
    left join param_assignment a on a.id = param_set.assignment_ids[1]
    left join json_document d on d.id = param_set.assignment_ids[1]
  where param_set.id = of_set
$$;

-- Where an item that brings values stands, the values stand.
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

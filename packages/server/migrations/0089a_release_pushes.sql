-- Releases and policies give pushes: on behalf of whom, and which ones.

-- Who began it, with what he might do and see then; null: before that was kept, and it gives nothing.
alter table org_apk_release add column principal jsonb;
-- Why it stopped, as the key of a text; null: nobody stopped it, or somebody by hand.
alter table org_apk_release add column reason text;

-- Who saved a policy last: what it gives is given on his behalf.
create table org_apk_giver (
  org_apk_id uuid primary key references org_apk (id) on delete cascade,
  principal jsonb not null
);

-- The pushes that come of a policy.
create table org_apk_push (
  push_id uuid primary key references push (id) on delete cascade,
  org_apk_id uuid not null references org_apk (id) on delete cascade,
  release_id uuid references org_apk_release (id) on delete cascade,
  -- FORTH: a share of a release; BACK and OFF: its way back, to the version before or to none;
  -- KEEP: what a policy asks for; LEFT: what it takes away from those that it no longer speaks of.
  purpose text not null check (purpose in ('FORTH', 'BACK', 'OFF', 'KEEP', 'LEFT')),
  -- The share up to which a release is brought by it.
  percent smallint,
  check ((purpose in ('FORTH', 'BACK', 'OFF')) = (release_id is not null))
);
create unique index org_apk_push_share on org_apk_push (release_id, percent) where purpose = 'FORTH';
create index org_apk_push_release on org_apk_push (release_id) where release_id is not null;
create index org_apk_push_policy on org_apk_push (org_apk_id);

-- How each terminal stands to the policy that decides about it and an application. Kept by what changes:
-- the figures of policies follow from the difference.
create table org_apk_stand (
  device_id uuid not null references device (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  org_apk_id uuid not null,
  standing text not null check (standing in ('OK', 'MISSING', 'OUTDATED', 'FORBIDDEN')),
  -- The version that the policy has to give; null: none, or a release brings it.
  wanted_apk_id uuid,
  -- The one that it has given: none is given twice.
  given_apk_id uuid,
  primary key (device_id, app_id)
) with (fillfactor = 80);
create index org_apk_stand_app on org_apk_stand (app_id);
create index org_apk_stand_lacking on org_apk_stand (org_apk_id, wanted_apk_id, device_id)
  where standing in ('MISSING', 'OUTDATED') and wanted_apk_id is not null and wanted_apk_id is distinct from given_apk_id;

-- Terminals of which something has changed that policies look at.
create table org_apk_look (device_id uuid not null);

-- Terminals that a policy no longer speaks of, which takes away what it brought.
create table org_apk_left (
  org_apk_id uuid not null references org_apk (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  primary key (org_apk_id, device_id)
);
create index org_apk_left_device on org_apk_left (device_id);

create function note_apps_looked_at() returns trigger language plpgsql as $$
begin
  insert into org_apk_look select distinct touched.device_id from touched
    where touched.package in (select app.package from app join org_apk on org_apk.app_id = app.id and org_apk.deleted_at is null);
  return null;
end $$;
create trigger device_app_look_added after insert on device_app
  referencing new table as touched for each statement execute function note_apps_looked_at();
create trigger device_app_look_changed after update on device_app
  referencing new table as touched for each statement execute function note_apps_looked_at();
create trigger device_app_look_removed after delete on device_app
  referencing old table as touched for each statement execute function note_apps_looked_at();

create function note_members_looked_at() returns trigger language plpgsql as $$
begin
  insert into org_apk_look select distinct touched.device_id from touched
    where touched.group_id in (select group_id from org_apk where group_id is not null);
  return null;
end $$;
create trigger device_group_member_look_added after insert on device_group_member
  referencing new table as touched for each statement execute function note_members_looked_at();
create trigger device_group_member_look_removed after delete on device_group_member
  referencing old table as touched for each statement execute function note_members_looked_at();

create function note_labels_looked_at() returns trigger language plpgsql as $$
begin
  insert into org_apk_look select distinct touched.device_id from touched
    where touched.classification_id in (select classification_id from org_apk where classification_id is not null);
  return null;
end $$;
create trigger device_classification_look_added after insert on device_classification
  referencing new table as touched for each statement execute function note_labels_looked_at();
create trigger device_classification_look_removed after delete on device_classification
  referencing old table as touched for each statement execute function note_labels_looked_at();

create function note_devices_looked_at() returns trigger language plpgsql as $$
begin
  insert into org_apk_look select added.id from added where exists (select from org_apk);
  return null;
end $$;
create trigger device_look_added after insert on device
  referencing new table as added for each statement execute function note_devices_looked_at();
create function note_device_looked_at() returns trigger language plpgsql as $$
begin
  insert into org_apk_look values (new.id);
  return null;
end $$;
create trigger device_look_changed after update of org_id, lifecycle, deleted_at on device
  for each row when (old.org_id <> new.org_id or old.lifecycle <> new.lifecycle
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function note_device_looked_at();

-- What is online, and what stands above whom, decides for all terminals of an application.
create function note_version_looked_at() returns trigger language plpgsql as $$
begin
  update org_apk set is_pending = true where app_id = new.app_id and deleted_at is null and not is_pending;
  return null;
end $$;
create trigger apk_look after insert or update of state, status, track, deleted_at on apk
  for each row execute function note_version_looked_at();
create function note_tree_looked_at() returns trigger language plpgsql as $$
begin
  update org_apk set is_pending = true where deleted_at is null and not is_pending;
  return null;
end $$;
create trigger organization_look after update of path on organization
  for each statement execute function note_tree_looked_at();

-- All of them are counted once more, by the new way.
delete from org_apk_compliance;
update org_apk set is_pending = true;

-- No terminal was ever told what to start with by a policy: that is a setting of terminals.
drop view org_apk_row;
-- squawk-ignore ban-drop-column
alter table org_apk drop column is_launcher;
create view org_apk_row as
  select p.*, own.name as org_name, app.name as app_name, app.package, app.icon,
    device_group.name as group_name, classification.name as classification_name,
    counted.devices, counted.compliant, counted.counted_at,
    release.state as release_state, release.percent as release_percent,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from org_apk p
    join organization own on own.id = p.org_id
    join app on app.id = p.app_id
    left join device_group on device_group.id = p.group_id
    left join classification on classification.id = p.classification_id
    left join org_apk_compliance counted on counted.org_apk_id = p.id
    left join lateral (select r.state, r.percent from org_apk_release r
      where r.org_apk_id = p.id order by r.started_at desc limit 1) release on true
    left join app_user editor on editor.id = coalesce(p.updated_by, p.created_by)
    left join app_user remover on remover.id = p.deleted_by;

-- Terminals that the version a policy asks for is not made for do not lack it: they are counted by themselves.

alter table org_apk_stand drop constraint org_apk_stand_standing_check;
-- squawk-ignore constraint-missing-not-valid
alter table org_apk_stand add constraint org_apk_stand_standing_check
  check (standing in ('OK', 'MISSING', 'OUTDATED', 'FORBIDDEN', 'UNFIT'));
-- Which terminals a figure of a policy is made of.
-- squawk-ignore require-concurrent-index-creation
create index org_apk_stand_policy on org_apk_stand (org_apk_id, standing, device_id);
alter table org_apk_compliance add column unfit bigint not null default 0;

-- How a terminal stands to what a policy asks for, where it may be that the version is not made for it.
create function app_standing(policy text, rule text, lowest bigint, wanted bigint, installed bigint, fits boolean)
returns text language sql immutable parallel safe as $$
  select case when app_standing(policy, rule, lowest, wanted, installed) not in ('MISSING', 'OUTDATED')
      then app_standing(policy, rule, lowest, wanted, installed)
    when fits then app_standing(policy, rule, lowest, wanted, installed)
    else 'UNFIT' end
$$;

-- What a version is made for is read from the model of a terminal, and from what it says of itself.
create trigger device_model_look after update of model_id on device
  for each row when (old.model_id <> new.model_id) execute function note_device_looked_at();
create function note_system_looked_at() returns trigger language plpgsql as $$
begin
  insert into org_apk_look select new.device_id where exists (select from org_apk);
  return null;
end $$;
create trigger device_snapshot_look_added after insert on device_snapshot
  for each row when (new.kind = 'info') execute function note_system_looked_at();
create trigger device_snapshot_look_changed after update of document on device_snapshot
  for each row when (new.kind = 'info' and (old.document -> 'sdk' is distinct from new.document -> 'sdk'
    or old.document -> 'abis' is distinct from new.document -> 'abis'))
  execute function note_system_looked_at();

-- What applications and versions need, and what models and their categories are, decides for all terminals.
create function note_app_looked_at() returns trigger language plpgsql as $$
begin
  update org_apk set is_pending = true where app_id = new.id and deleted_at is null and not is_pending;
  return null;
end $$;
create trigger app_look after update of model_ids, required_feature_ids, os_kind on app
  for each row when (old.model_ids <> new.model_ids or old.required_feature_ids <> new.required_feature_ids
    or old.os_kind <> new.os_kind)
  execute function note_app_looked_at();
create trigger apk_made_for_look after update of model_ids, min_sdk, abis on apk
  for each row when (old.model_ids <> new.model_ids or old.min_sdk is distinct from new.min_sdk
    or old.abis <> new.abis)
  execute function note_version_looked_at();
create trigger model_look after update of category_id, feature_ids on model
  for each row when (old.category_id <> new.category_id
    or old.feature_ids is distinct from new.feature_ids)
  execute function note_tree_looked_at();
create trigger category_look after update of os_kind, feature_ids on category
  for each row when (old.os_kind is distinct from new.os_kind or old.feature_ids <> new.feature_ids)
  execute function note_tree_looked_at();

drop view org_apk_row;
create view org_apk_row as
  select p.*, own.name as org_name, app.name as app_name, app.package, app.icon,
    device_group.name as group_name, classification.name as classification_name,
    counted.devices, counted.compliant, counted.unfit, counted.counted_at,
    release.state as release_state, release.percent as release_percent,
    fixed.version_name as fixed_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from org_apk p
    join organization own on own.id = p.org_id
    join app on app.id = p.app_id
    left join device_group on device_group.id = p.group_id
    left join classification on classification.id = p.classification_id
    left join org_apk_compliance counted on counted.org_apk_id = p.id
    left join lateral (select r.state, r.percent from org_apk_release r
      where r.org_apk_id = p.id order by r.started_at desc limit 1) release on true
    -- The version that a number means, as people read it.
    left join lateral (select apk.version_name from apk
      where apk.app_id = p.app_id and apk.version_code = p.version_code and apk.deleted_at is null limit 1) fixed on true
    left join app_user editor on editor.id = coalesce(p.updated_by, p.created_by)
    left join app_user remover on remover.id = p.deleted_by;

update org_apk set is_pending = true;

-- What a policy gives leaves in some hours only, by the clock where each terminal is; null: in all.
alter table org_apk add column window_from text;
alter table org_apk add column window_until text;
alter table org_apk add column window_days integer[] not null default '{1,2,3,4,5,6,7}';
-- squawk-ignore constraint-missing-not-valid
alter table org_apk add constraint org_apk_window check ((window_from is null) = (window_until is null));

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

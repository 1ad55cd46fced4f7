-- The pictures of applications are held as those of vendors and models are.
create function hold_app_pictures() returns trigger language plpgsql as $$
begin
  perform hold_pictures('app', new.id, new.name, new.org_id, array[new.icon, new.feature_image] || new.screenshots);
  return null;
end $$;
create trigger pictures_held_first after insert on app
  for each row when (new.icon is not null or new.feature_image is not null or new.screenshots <> '{}')
  execute function hold_app_pictures();
create trigger pictures_held after update of icon, feature_image, screenshots, name on app
  for each row when ((old.icon, old.feature_image, old.screenshots) is distinct from (new.icon, new.feature_image, new.screenshots)
    or old.name <> new.name)
  execute function hold_app_pictures();
create trigger files_released after delete on app
  for each row when (old.icon is not null or old.feature_image is not null or old.screenshots <> '{}')
  execute function release_files('app');

-- A version is called by its application and its number.
drop view apk_row;
create view apk_row as
  select v.*, a.name || ' ' || v.version_name as name, a.org_id, a.name as app_name, a.package, a.os_kind, a.icon,
    file.name as file_name, file.bytes, encode(file.sha256, 'hex') as sha256,
    submitter.user_name as submitted_by_name, reviewer.user_name as reviewed_by_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from apk v
    join app a on a.id = v.app_id
    join upload file on file.id = v.file_id
    left join app_user submitter on submitter.id = v.submitted_by
    left join app_user reviewer on reviewer.id = v.reviewed_by
    left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;

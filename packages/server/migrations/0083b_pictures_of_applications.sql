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

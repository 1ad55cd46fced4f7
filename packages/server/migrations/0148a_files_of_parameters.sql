-- Files that are values of parameters: held by the assignments that say them, and by variables.

-- An assignment that is gone for good holds none, also one that went with its target.
create trigger files_released after delete on param_assignment
  for each row execute function release_files('param');

-- A file is told with its size.
create or replace view global_param_row as
  select v.*, v.sealed is not null as has_secret, organization.name as org_name, station.name as station_name,
    device.sn as device_sn, app.name as app_name,
    case when v.file_id is not null then encode(upload.sha256, 'hex') || '/' || upload.bytes || '/' || upload.name end as file,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from global_param v
    left join organization on organization.id = v.org_id
    left join station on station.id = v.station_id
    left join device on device.id = v.device_id
    left join app on app.id = v.app_id
    left join upload on upload.id = v.file_id
    left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;

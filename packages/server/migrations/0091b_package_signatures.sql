-- Of a package for Linux: the Ed25519 signature that lies beside it, in Base64.
alter table apk add column signature text;

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

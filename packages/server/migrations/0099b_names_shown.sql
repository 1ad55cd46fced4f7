-- Who signed a version, as the check of its file has read it: a reviewer knows nobody by a digest.
drop view apk_row;
create view apk_row as
  select v.*, a.name || ' ' || v.version_name as name, a.org_id, a.name as app_name, a.package, a.os_kind, a.icon,
    file.name as file_name, file.bytes, encode(file.sha256, 'hex') as sha256,
    report.facts #>> '{signer,subject}' as signer_subject,
    submitter.user_name as submitted_by_name, reviewer.user_name as reviewed_by_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from apk v
    join app a on a.id = v.app_id
    join upload file on file.id = v.file_id
    left join package_report report on report.sha256 = file.sha256
    left join app_user submitter on submitter.id = v.submitted_by
    left join app_user reviewer on reviewer.id = v.reviewed_by
    left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;

-- Versions that wait for a decision, for whoever has to take it.
-- squawk-ignore require-concurrent-index-creation
create index apk_waiting on apk (app_id) where state in ('SUBMITTED', 'IN_REVIEW') and deleted_at is null;

-- A category is called in the language of the reader wherever it stands.
drop view app_category_row;
create view app_category_row as
  select c.*, parent.name as parent_name, coalesce(parent.names, '{}') as parent_names,
    case when c.parent_id is null then 1 else 2 end as level,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from app_category c
    left join app_category parent on parent.id = c.parent_id
    left join app_user editor on editor.id = coalesce(c.updated_by, c.created_by)
    left join app_user remover on remover.id = c.deleted_by;

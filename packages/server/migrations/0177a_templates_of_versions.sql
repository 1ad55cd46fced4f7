-- A version brings templates of its application's parameters: what is assigned for terminals that run it is begun
-- with the first of them.
alter table apk add column param_template_ids uuid[] not null default '{}';
-- squawk-ignore require-concurrent-index-creation
create index apk_param_templates on apk using gin (param_template_ids) where param_template_ids <> '{}';

-- A template that is gone for good is brought by nothing any more: only versions in the recycle bin still name it.
create function drop_template_of_versions() returns trigger language plpgsql as $$
begin
  update apk set param_template_ids = array_remove(param_template_ids, old.id)
    where param_template_ids @> array[old.id] and param_template_ids <> '{}';
  return null;
end $$;
create trigger param_template_of_versions after delete on param_template
  for each row execute function drop_template_of_versions();

drop view apk_row;
create view apk_row as
  select v.*, a.name || ' ' || v.version_name as name, a.org_id, a.name as app_name, a.package, a.os_kind, a.icon,
    file.name as file_name, file.bytes, encode(file.sha256, 'hex') as sha256,
    report.facts #>> '{signer,subject}' as signer_subject,
    (select coalesce(jsonb_agg(jsonb_build_object('id', brought.id, 'name', brought.name, 'rev', brought.rev)
        order by array_position(v.param_template_ids, brought.id)), '[]')
      from param_template brought where brought.id = any(v.param_template_ids)) as param_templates,
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

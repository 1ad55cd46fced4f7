-- What a developer may bring to whom: how many applications, and to which organisations. Empty: to all.
alter table developer
  add column max_apps integer check (max_apps between 1 and 10000),
  add column publish_org_ids uuid[] not null default '{}';

drop view developer_row;
create view developer_row as
  select d.*, own.name as org_name, account.user_name as account_name, licence.name as licence_file_name,
    reviewer.user_name as reviewer_name, approver.user_name as first_approver_name,
    current.valid_from as secret_since,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from developer d
    join organization own on own.id = d.org_id
    join app_user account on account.id = d.account_id
    left join upload licence on licence.id = d.licence_file_id
    left join app_user reviewer on reviewer.id = d.reviewed_by
    left join app_user approver on approver.id = d.first_approved_by
    left join lateral (select secret.valid_from from developer_secret secret
      where secret.developer_id = d.id and secret.valid_to is null
      order by secret.valid_from desc limit 1) current on true
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;

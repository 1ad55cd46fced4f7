-- Dynamic groups whose filter could not be judged. Apart from the groups: whose row changes is found anew at once.
create table device_group_failure (
  group_id uuid primary key references device_group (id) on delete cascade,
  -- FILTER, SLOW
  reason text not null,
  failed_at timestamptz not null default now()
);

drop view device_group_row;
create view device_group_row as
  select g.*, own.name as org_name, coalesce(size.members, 0)::integer as members,
    array(select model.name from model where model.id = any(g.model_ids) order by model.name) as model_names,
    group_uses(g.id) as uses,
    failure.reason as failure, failure.failed_at,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from device_group g
    join organization own on own.id = g.org_id
    left join device_group_size size on size.group_id = g.id
    left join device_group_failure failure on failure.group_id = g.id
    left join app_user editor on editor.id = coalesce(g.updated_by, g.created_by)
    left join app_user remover on remover.id = g.deleted_by;

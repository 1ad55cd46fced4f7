-- A rule of logs goes with its group, as all does that is for a group: what lies in the recycle bin keeps none.
alter table log_rule drop constraint log_rule_group_id_fkey;
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table log_rule add constraint log_rule_group_id_fkey foreign key (group_id) references device_group (id) on delete cascade;

-- All that keeps a group from being removed counts as its use.
drop view device_group_row;
create view device_group_row as
  select g.*, own.name as org_name, coalesce(size.members, 0)::integer as members,
    array(select model.name from model where model.id = any(g.model_ids) order by model.name) as model_names,
    ((select count(*) from functional used where used.group_id = g.id and used.deleted_at is null)
      + (select count(*) from alarm_rule used where used.group_id = g.id and used.deleted_at is null)
      + (select count(*) from org_apk used where used.group_id = g.id and used.deleted_at is null)
      + (select count(*) from param_assignment used where used.group_id = g.id and used.deleted_at is null)
      + (select count(*) from json_document used where used.group_id = g.id and used.deleted_at is null)
      + (select count(*) from log_rule used where used.group_id = g.id and used.deleted_at is null))::integer as uses,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from device_group g
    join organization own on own.id = g.org_id
    left join device_group_size size on size.group_id = g.id
    left join app_user editor on editor.id = coalesce(g.updated_by, g.created_by)
    left join app_user remover on remover.id = g.deleted_by;

-- A rule of alarms may be for the terminals of one model or of one group alone.
-- squawk-ignore adding-foreign-key-constraint
alter table alarm_rule add column model_id uuid references model (id);
-- squawk-ignore adding-foreign-key-constraint
alter table alarm_rule add column group_id uuid references device_group (id) on delete cascade;
-- squawk-ignore constraint-missing-not-valid
alter table alarm_rule add constraint alarm_rule_part check (num_nonnulls(model_id, group_id) <= 1);
-- squawk-ignore require-concurrent-index-deletion
drop index alarm_rule_kind_unique;
-- squawk-ignore require-concurrent-index-creation
create unique index alarm_rule_kind_unique on alarm_rule
  (org_id, kind, coalesce(model_id, group_id, '00000000-0000-0000-0000-000000000000')) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index alarm_rule_of_group on alarm_rule (group_id) where group_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index alarm_rule_of_model on alarm_rule (model_id) where model_id is not null;

drop view alarm_rule_row;
create view alarm_rule_row as
  select r.*, own.name as org_name, model.name as model_name, part.name as group_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from alarm_rule r
    join organization own on own.id = r.org_id
    left join model on model.id = r.model_id
    left join device_group part on part.id = r.group_id
    left join app_user editor on editor.id = coalesce(r.updated_by, r.created_by)
    left join app_user remover on remover.id = r.deleted_by;

-- Whoever comes into a group that a rule names, or leaves it, is judged by another rule from then on.
create function signal_regrouped() returns trigger language plpgsql as $$
begin
  insert into alarm_signal (device_id, kind, act)
    select distinct changed.device_id, rule.kind, 'LOOK'
    from changed join alarm_rule rule on rule.group_id = changed.group_id and rule.deleted_at is null;
  return null;
end $$;
create trigger device_group_member_alarms_added after insert on device_group_member
  referencing new table as changed for each statement execute function signal_regrouped();
create trigger device_group_member_alarms_removed after delete on device_group_member
  referencing old table as changed for each statement execute function signal_regrouped();

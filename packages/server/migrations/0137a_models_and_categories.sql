-- What models and categories say beside what they had.
alter table model add column os_versions text;
-- Width and height of the picture that it shows while it starts.
alter table model add column boot_logo text;
-- What its vendor calls the channels of its firmware.
alter table model add column stable_channel text;
alter table model add column beta_channel text;
alter table model add column end_of_sale date;

alter table category add column icon text;
-- By what its terminals speak to the platform.
-- squawk-ignore adding-not-nullable-field, adding-field-with-default
alter table category add column agent_kind text not null default 'MUSTER';
-- squawk-ignore constraint-missing-not-valid
alter table category add constraint category_agent_kind check (agent_kind in ('MUSTER', 'DDI', 'NONE'));

drop view category_row;
create view category_row as
  select c.*, parent.name as parent_name, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    (case when c.parent_id is null then 1 when parent.parent_id is null then 2 else 3 end) as level,
    coalesce(made.models, 0)::integer as model_count, coalesce(held.count, 0)::integer as device_count
  from category c
    left join category parent on parent.id = c.parent_id
    left join (select category_id, count(*) as models from model where deleted_at is null group by 1) as made
      on made.category_id = c.id
    left join (select model.category_id, sum(devices.count) as count
        from model_devices devices join model on model.id = devices.model_id group by 1) as held
      on held.category_id = c.id
    left join app_user editor on editor.id = coalesce(c.updated_by, c.created_by)
    left join app_user remover on remover.id = c.deleted_by;

drop view model_row;
create view model_row as
  select m.*, vendor.name as vendor_name, category.name as category_name, editor.user_name as updated_by_name,
    remover.user_name as deleted_by_name, coalesce(held.count, 0)::integer as device_count,
    coalesce(nullif(m.feature_ids, '{}'), category.feature_ids) as had_feature_ids
  from model m
    join vendor on vendor.id = m.vendor_id
    join category on category.id = m.category_id
    left join model_devices held on held.model_id = m.id
    left join app_user editor on editor.id = coalesce(m.updated_by, m.created_by)
    left join app_user remover on remover.id = m.deleted_by;

create function hold_icon_of_category() returns trigger language plpgsql as $$
begin
  perform hold_pictures('category', new.id, new.name, null, array[new.icon]);
  return null;
end $$;
create trigger icon_held_first after insert on category
  for each row when (new.icon is not null) execute function hold_icon_of_category();
create trigger icon_held after update of icon, name on category
  for each row when (old.icon is distinct from new.icon or (new.icon is not null and old.name <> new.name))
  execute function hold_icon_of_category();
create trigger files_released after delete on category
  for each row when (old.icon is not null) execute function release_files('category');

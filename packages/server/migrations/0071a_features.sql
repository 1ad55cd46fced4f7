-- What terminals can have and do; what models have of it.
create table feature (
  id uuid primary key default uuid7(),
  code text not null,
  name text not null,
  kind text not null,
  value_type text not null default 'BOOL',
  choices text[] not null default '{}',
  unit text,
  icon text,
  description text,
  sort integer not null default 0,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index feature_code_unique on feature (code) where deleted_at is null;

create view feature_row as
  select f.*, editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from feature f
    left join app_user editor on editor.id = coalesce(f.updated_by, f.created_by)
    left join app_user remover on remover.id = f.deleted_by;

-- Null or empty: a model has the features of its category.
alter table model add column feature_ids uuid[];
alter table model add column picture text;
alter table category add column feature_ids uuid[] not null default '{}';
alter table vendor add column logo text;

drop view vendor_row;
create view vendor_row as
  select v.*, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    coalesce(made.models, 0)::integer as model_count, coalesce(held.count, 0)::integer as device_count
  from vendor v
    left join (select vendor_id, count(*) as models from model where deleted_at is null group by 1) as made
      on made.vendor_id = v.id
    left join (select model.vendor_id, sum(devices.count) as count
        from model_devices devices join model on model.id = devices.model_id group by 1) as held
      on held.vendor_id = v.id
    left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;

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

-- The pictures of vendors and models are held as those of people are.
create function hold_logo() returns trigger language plpgsql as $$
begin
  perform hold_pictures('vendor', new.id, new.name, null, array[new.logo]);
  return null;
end $$;
create trigger logo_held_first after insert on vendor
  for each row when (new.logo is not null) execute function hold_logo();
create trigger logo_held after update of logo, name on vendor
  for each row when (old.logo is distinct from new.logo or (new.logo is not null and old.name <> new.name))
  execute function hold_logo();
create trigger files_released after delete on vendor
  for each row when (old.logo is not null) execute function release_files('vendor');

create function hold_model_picture() returns trigger language plpgsql as $$
begin
  perform hold_pictures('model', new.id, new.name, null, array[new.picture]);
  return null;
end $$;
create trigger picture_held_first after insert on model
  for each row when (new.picture is not null) execute function hold_model_picture();
create trigger picture_held after update of picture, name on model
  for each row when (old.picture is distinct from new.picture or (new.picture is not null and old.name <> new.name))
  execute function hold_model_picture();
create trigger files_released after delete on model
  for each row when (old.picture is not null) execute function release_files('model');

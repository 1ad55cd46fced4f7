-- Which key slots terminals of a model must hold: `[{"slot": "1", "type": "TPK"}]`.
-- squawk-ignore adding-not-nullable-field, adding-field-with-default
alter table model add column key_slots jsonb not null default '[]';

-- Key slots in which no good key is: those that a terminal tells of, and those that its model demands and it has not.
-- One that has never told of its keys lacks none. A terminal's slot is looked up, however many are expected.
create view missing_key as
  select held.device_id, held.slot, held.type from device_key held
    where held.state <> 'OK' or held.expires_at <= now()
  union all
  select report.device_id, wanted.slot, wanted.type
    from device_key_report report join device on device.id = report.device_id join model on model.id = device.model_id
      cross join lateral jsonb_to_recordset(model.key_slots) as wanted (slot text, type text)
    where (select count(*) from device_key held where held.device_id = report.device_id and held.slot = wanted.slot
      and held.type = wanted.type) = 0;

-- Models that demand other slots than their terminals were judged by, and up to which of these that is done.
create table model_key_due (
  model_id uuid primary key references model (id) on delete cascade,
  since timestamptz not null default now(),
  after_sn text not null default ''
);

-- Terminals that are of another model, or of theirs again.
create table device_key_due (
  device_id uuid primary key references device (id) on delete cascade
);

create function model_keys_due() returns trigger language plpgsql as $$
begin
  insert into model_key_due (model_id) values (new.id)
    on conflict (model_id) do update set after_sn = '';
  return null;
end $$;
create trigger model_keys_changed after update of key_slots on model
  for each row when (old.key_slots <> new.key_slots) execute function model_keys_due();

create function device_keys_due() returns trigger language plpgsql as $$
begin
  -- Held until the commit: whoever judges meanwhile would see what was before.
  insert into device_key_due (device_id) values (new.id)
    on conflict (device_id) do update set device_id = excluded.device_id;
  return null;
end $$;
-- Whose number is another one the walk over its model may have passed by.
create trigger device_keys_due after update of model_id, deleted_at, sn on device for each row
  when (old.model_id <> new.model_id or old.sn <> new.sn or (old.deleted_at is not null and new.deleted_at is null))
  execute function device_keys_due();

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

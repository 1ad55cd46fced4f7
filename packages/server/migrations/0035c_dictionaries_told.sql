-- Terminals are told which dictionaries to keep, as they are told any other setting: under a higher revision.
alter table dictionary add column is_told boolean not null default false;

drop view dictionary_row;
create view dictionary_row as
  select d.*, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    (select count(*)::integer from dictionary_item i
      where i.dictionary_id = d.id and i.deleted_at is null) as item_count
  from dictionary d
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;

create function tell_dictionary() returns trigger language plpgsql as $$
begin
  update organization set settings_rev = nextval('settings_rev') where parent_id is null;
  return null;
end $$;
create trigger dictionary_told after update on dictionary
  for each row when ((old.is_told or new.is_told) and (old.is_told, old.status, old.deleted_at)
    is distinct from (new.is_told, new.status, new.deleted_at))
  execute function tell_dictionary();

create function tell_dictionary_item() returns trigger language plpgsql as $$
begin
  update organization set settings_rev = nextval('settings_rev') where parent_id is null
    and exists (select from dictionary where is_told and id = coalesce(new.dictionary_id, old.dictionary_id));
  return null;
end $$;
create trigger dictionary_item_told after insert or update or delete on dictionary_item
  for each row execute function tell_dictionary_item();

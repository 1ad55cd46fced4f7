-- Requests to replace terminals name who takes each one's place.
alter table device_apply_item add column successor_sn text;

-- Who holds a permission at which of some organisations; alarms and requests tell by it.
create function permission_holders(permission text, places uuid[]) returns table (user_id uuid, org_id uuid, vendor_ids uuid[], model_ids uuid[])
language sql stable as $$
  with reader as materialized (
      select account.id, account.org_id, account.vendor_id, account.is_super_admin, home.path
      from app_user account join organization home on home.id = account.org_id
      where is_usable(account) and (account.is_super_admin or exists (
        select from user_role held join role on role.id = held.role_id and role.status = 1 and role.deleted_at is null
          join role_menu on role_menu.role_id = held.role_id
          join menu on menu.id = role_menu.menu_id and menu.status = 1
          where held.user_id = account.id and menu.button_code = permission))),
    scope as materialized (
      select reader.id as user_id, reader.org_id as home_id, reader.path, reader.vendor_id, given.*
      from reader cross join lateral (
        select own.id as scope_id, own.kind, own.vendor_ids, own.model_ids from data_scope own where own.user_id = reader.id
        union all
        select of_role.id, of_role.kind, of_role.vendor_ids, of_role.model_ids
          from user_role held join role on role.id = held.role_id and role.status = 1 and role.deleted_at is null
            join data_scope of_role on of_role.role_id = held.role_id
          where held.user_id = reader.id
            and not exists (select from data_scope own where own.user_id = reader.id)) as given
      where not reader.is_super_admin)
  select reader.id, place, '{}'::uuid[], '{}'::uuid[] from reader cross join unnest(places) as place
    where reader.is_super_admin
  union
  select scope.user_id, own.id,
    case when scope.vendor_id is null then scope.vendor_ids
      when scope.vendor_ids = '{}' or scope.vendor_id = any(scope.vendor_ids) then array[scope.vendor_id]
      else array[nil_uuid()] end,
    scope.model_ids
  from scope join organization own on own.id = any(places)
  where scope.kind = 'ALL'
    or (scope.kind = 'OWN_ORG' and own.id = scope.home_id)
    or (scope.kind = 'OWN_ORG_AND_BELOW' and own.path <@ scope.path)
    or (scope.kind = 'CUSTOM' and exists (
      select from data_scope_organization chosen join organization place on place.id = chosen.org_id
      where chosen.scope_id = scope.scope_id
        and (place.id = own.id or (chosen.with_below and own.path <@ place.path))))
$$;

create or replace function alarm_readers(places uuid[]) returns table (user_id uuid, org_id uuid, vendor_ids uuid[], model_ids uuid[])
language sql stable as $$
  select * from permission_holders('ALARM_LIST', places)
$$;

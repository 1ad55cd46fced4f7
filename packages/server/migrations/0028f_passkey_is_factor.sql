-- A passkey is a second factor, too: administrators see it, and reset it with the others.
create or replace view app_user_row as
  select u.id, u.user_name, u.real_name, u.email, u.phone, u.org_id, u.vendor_id, u.language, u.time_zone,
    u.valid_from, u.valid_to, u.remark, u.is_super_admin, u.last_sign_in_at, u.last_sign_in_ip,
    u.password_changed_at, u.locked_until, u.status, u.version, u.created_at, u.created_by, u.updated_at,
    u.updated_by, u.deleted_at, u.deleted_by,
    own.name as org_name, vendor.name as vendor_name, scope.kind as data_scope,
    array(select held.role_id from user_role held join role on role.id = held.role_id
      where held.user_id = u.id order by role.name) as role_ids,
    array(select role.name from user_role held join role on role.id = held.role_id
      where held.user_id = u.id order by role.name) as role_names,
    exists (select from second_factor factor
        where factor.user_id = u.id and factor.sealed_secret is not null)
      or exists (select from passkey where passkey.user_id = u.id) as has_factor,
    (case when u.status = 0 then 'DISABLED' when u.valid_to <= now() then 'EXPIRED'
      when u.invited_at is not null then 'INVITED' when u.locked_until > now() then 'LOCKED'
      else 'ACTIVE' end) as state,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from app_user u
    join organization own on own.id = u.org_id
    left join vendor on vendor.id = u.vendor_id
    left join data_scope scope on scope.user_id = u.id
    left join app_user editor on editor.id = coalesce(u.updated_by, u.created_by)
    left join app_user remover on remover.id = u.deleted_by;

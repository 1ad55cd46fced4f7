-- All who have changed a push before it began: none of them lets it go, whoever was the last.
alter table push add column editors uuid[] not null default '{}';
update push set editors = array[edited_by] where edited_by is not null;

drop view push_row;
create view push_row as
  select push.*, place.name as org_name,
    coalesce(creator.user_name, (select client.name from api_client client where client.id = push.created_by)) as created_by_name,
    coalesce(approver.user_name, (select client.name from api_client client where client.id = push.approved_by)) as approved_by_name,
    coalesce((select refuser.user_name from app_user refuser where refuser.id = push.rejected_by),
      (select client.name from api_client client where client.id = push.rejected_by)) as rejected_by_name,
    coalesce((select editor.user_name from app_user editor where editor.id = push.edited_by),
      (select client.name from api_client client where client.id = push.edited_by)) as edited_by_name,
    (select parent.task_no from push parent where parent.id = push.parent_id) as parent_no, former.task_no as after_no,
    way.kind as target_kind,
    case way.kind when 'groupId' then team.name when 'orgId' then target.name
      when 'sns' then case when jsonb_array_length(push.targets -> 'sns') = 1 then push.targets #>> '{sns,0}' end
      when 'ids' then case when jsonb_array_length(push.targets -> 'ids') = 1 then device.sn end end as target_name,
    -- Given by hand, and nothing of it has begun; what follows another is changed with that one.
    case when push.state not in ('APPROVAL', 'SCHEDULED') or push.principal is null or push.expanded_at is not null
        or push.cursor_id is not null or push.size > 0 or push.parent_id is not null or push.after_push_id is not null
        or way.kind in ('release', 'reached', 'plan') then false
      else not exists (select from push run where run.parent_id = push.id)
        and not exists (select from org_apk_push given where given.push_id = push.id) end as is_editable
  from push
    join organization place on place.id = push.org_id
    cross join lateral (select key as kind from jsonb_object_keys(push.targets) as key limit 1) as way
    left join app_user creator on creator.id = push.created_by
    left join app_user approver on approver.id = push.approved_by
    left join push former on former.id = push.after_push_id
    left join device_group team on team.id = push.group_id
    left join organization target on target.id = (push.targets ->> 'orgId')::uuid
    left join device on device.id = (push.targets #>> '{ids,0}')::uuid and jsonb_array_length(push.targets -> 'ids') = 1;

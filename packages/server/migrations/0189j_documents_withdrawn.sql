-- What a second person has to agree to: that a document comes into force, or that it holds no more.
-- squawk-ignore constraint-missing-not-valid
alter table json_document add column asked_for text check (asked_for in ('PUBLISH', 'WITHDRAW'));
update json_document set asked_for = 'PUBLISH' where state = 'PENDING_APPROVAL';
-- squawk-ignore constraint-missing-not-valid
alter table json_document add check ((state = 'PENDING_APPROVAL') = (asked_for is not null));

create or replace view json_document_row as
  select d.id, d.name, d.code, d.kind, d.level, d.org_id, d.model_id, d.group_id, d.device_id, d.target_id, d.priority,
    d.merge_mode, d.encrypt, d.state, d.revision, d.asked_by, d.document, d.sealed, d.schema, d.size, d.options, d.remark,
    d.status, d.version, d.created_at, d.created_by, d.updated_at, d.updated_by, d.deleted_at, d.deleted_by,
    own.name as org_name, model.name as model_name, device_group.name as group_name, device.sn as device_sn,
    coalesce(device.sn, device_group.name, model.name, own.name) as target_name,
    told.published_at, asker.user_name as asked_by_name,
    coalesce(told.document is distinct from d.document or told.sealed is distinct from d.sealed
      or told.schema is distinct from d.schema or told.merge_mode <> d.merge_mode or told.encrypt <> d.encrypt, true) as is_changed,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name, d.asked_for
  from json_document d
    left join organization own on own.id = d.org_id
    left join model on model.id = d.model_id
    left join device_group on device_group.id = d.group_id
    left join device on device.id = d.device_id
    left join json_document_rev told on told.document_id = d.id and told.revision = d.revision
    left join app_user asker on asker.id = d.asked_by
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;

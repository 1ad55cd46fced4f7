-- All who have changed a draft since it was last put in force: none of them agrees to it, whoever asked.
alter table param_assignment add column editors uuid[] not null default '{}';
alter table json_document add column editors uuid[] not null default '{}';
update param_assignment set editors = array_remove(array[created_by, updated_by], null)
  where state = 'PENDING_APPROVAL' and asked_for = 'ACTIVATE';
update json_document set editors = array_remove(array[created_by, updated_by], null)
  where state = 'PENDING_APPROVAL' and asked_for = 'PUBLISH';

create function note_drafter() returns trigger language plpgsql as $$
begin
  new.editors := case tg_op when 'INSERT' then array_remove(array[new.created_by], null)
    else array(select unnest(old.editors) union select new.updated_by where new.updated_by is not null) end;
  return new;
end $$;
-- Where somebody writes a record its version rises; what comes of other things, as of a terminal that moves, has no editor.
create trigger param_assignment_made before insert on param_assignment for each row execute function note_drafter();
create trigger param_assignment_changed before update on param_assignment for each row
  when (new.version <> old.version
    and (new.content, new.sealed, new.secret_pids, new.template_rev_id, new.app_id, new.level, new.org_id,
        new.station_id, new.group_id, new.device_id, new.priority, new.effective_from, new.effective_to, new.options)
      is distinct from (old.content, old.sealed, old.secret_pids, old.template_rev_id, old.app_id, old.level, old.org_id,
        old.station_id, old.group_id, old.device_id, old.priority, old.effective_from, old.effective_to, old.options))
  execute function note_drafter();
create trigger json_document_made before insert on json_document for each row execute function note_drafter();
create trigger json_document_changed before update on json_document for each row
  when (new.version <> old.version
    and (new.document, new.sealed, new.schema, new.merge_mode, new.encrypt, new.code, new.level, new.org_id,
        new.model_id, new.group_id, new.device_id, new.priority, new.options)
      is distinct from (old.document, old.sealed, old.schema, old.merge_mode, old.encrypt, old.code, old.level, old.org_id,
        old.model_id, old.group_id, old.device_id, old.priority, old.options))
  execute function note_drafter();

-- Somebody at a terminal reports trouble with it: a ticket, or a line in the one that is open.
alter table repair_event drop constraint repair_event_kind_check;
-- squawk-ignore constraint-missing-not-valid
alter table repair_event add constraint repair_event_kind_check
  check (kind in ('STATE', 'COMMENT', 'CUSTODY', 'ASSIGN', 'LOG', 'PHOTO', 'CHECK', 'TOLD', 'PICTURE'));

-- Of the terminal's message, which may come more than once.
alter table repair_event add column told_key uuid;
-- squawk-ignore require-concurrent-index-creation
create unique index repair_event_told_key_unique on repair_event (told_key) where told_key is not null;

-- A ticket that is opened or goes on, and what its terminal says of it.
create or replace function log_repair_moves() returns trigger language plpgsql as $$
begin
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, user_id, data, ref_kind,
      ref_id, ref_no, happened_at)
    select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by,
      case added.kind when 'TOLD' then 'TROUBLE_TOLD' else 'REPAIR_MOVED' end,
      case when added.kind = 'TOLD' then 'DEVICE' when added.by_user is null then 'PLATFORM' else 'USER' end, added.by_user,
      case added.kind when 'TOLD' then jsonb_build_object('title', split_part(added.text, E'\n', 1))
        else jsonb_strip_nulls(jsonb_build_object('from', added.before, 'to', added.after)) end,
      'REPAIR', repair.id, repair.ticket_no, added.at
    from added join repair on repair.id = added.repair_id join device on device.id = repair.device_id
    where added.kind in ('STATE', 'TOLD') order by added.id;
  return null;
end $$;

-- An approval (PCI PTS) that is renewed, withdrawn or written down anew: whose alarm is open is looked at at once, all
-- others with the next look ahead. That people were told of its end changes nothing.
create function note_approvals(vendor_ids uuid[]) returns void language plpgsql as $$
begin
  if vendor_ids is null then return; end if;
  update alarm_watched set until = '-infinity' where kind = 'APPROVAL_END';
  insert into alarm_signal (device_id, kind, act)
    select device_id, 'APPROVAL_END', 'LOOK' from alarm
    where vendor_id = any(vendor_ids) and kind = 'APPROVAL_END' and closed_at is null;
end $$;

create function approvals_added() returns trigger language plpgsql as $$
begin
  perform note_approvals((select array_agg(distinct vendor_id) from added));
  return null;
end $$;
create trigger vendor_certificate_added after insert on vendor_certificate
  referencing new table as added for each statement execute function approvals_added();

create function approvals_changed() returns trigger language plpgsql as $$
begin
  perform note_approvals((select array_agg(distinct vendor_id) from (
    (select id, vendor_id, model_ids, expires_on, status, deleted_at from added
      except select id, vendor_id, model_ids, expires_on, status, deleted_at from removed)
    union all
    (select id, vendor_id, model_ids, expires_on, status, deleted_at from removed
      except select id, vendor_id, model_ids, expires_on, status, deleted_at from added)) as other));
  return null;
end $$;
create trigger vendor_certificate_changed after update on vendor_certificate
  referencing old table as removed new table as added for each statement execute function approvals_changed();

-- An approval (PCI PTS) that is renewed, withdrawn or written down anew concerns the models that it covers, and no
-- others: whose alarm is open is looked at at once, their other terminals with the next look ahead. That people were
-- told of its end changes nothing.

-- Models that the next look ahead sees as if it had never seen them. Rows only come and go: two who write down the
-- same model at once do not wait for each other, and none is taken away that the look did not see.
create table approval_touched (
  id bigint generated always as identity primary key,
  model_id uuid not null
);

create function note_approvals(touched uuid[]) returns void language plpgsql as $$
begin
  if touched is null then return; end if;
  insert into approval_touched (model_id) select unnest(touched);
  insert into alarm_signal (device_id, kind, act)
    select device_id, 'APPROVAL_END', 'LOOK' from alarm
    where model_id = any(touched) and kind = 'APPROVAL_END' and closed_at is null;
end $$;

create function approvals_added() returns trigger language plpgsql as $$
begin
  perform note_approvals((select array_agg(distinct model.id) from added
    join model on model.vendor_id = added.vendor_id and (added.model_ids = '{}' or model.id = any(added.model_ids))));
  return null;
end $$;
create trigger vendor_certificate_added after insert on vendor_certificate
  referencing new table as added for each statement execute function approvals_added();

-- What it covered, and what it covers.
create function approvals_changed() returns trigger language plpgsql as $$
begin
  perform note_approvals((select array_agg(distinct model.id) from (
    (select id, vendor_id, model_ids, expires_on, status, deleted_at from added
      except select id, vendor_id, model_ids, expires_on, status, deleted_at from removed)
    union all
    (select id, vendor_id, model_ids, expires_on, status, deleted_at from removed
      except select id, vendor_id, model_ids, expires_on, status, deleted_at from added)) as other
    join model on model.vendor_id = other.vendor_id and (other.model_ids = '{}' or model.id = any(other.model_ids))));
  return null;
end $$;
create trigger vendor_certificate_changed after update on vendor_certificate
  referencing old table as removed new table as added for each statement execute function approvals_changed();

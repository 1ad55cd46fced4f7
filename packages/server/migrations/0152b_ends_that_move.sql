-- Another end of support, or another length of warranty, is looked at with the next look ahead; whose
-- alarm is open is looked at at once: it may be over.
create function model_support_moves() returns trigger language plpgsql as $$
begin
  update alarm_watched set until = least(until, new.end_of_support - 1) where kind = 'SUPPORT_END';
  insert into alarm_signal (device_id, kind, act)
    select device_id, 'SUPPORT_END', 'LOOK' from alarm
    where model_id = new.id and kind = 'SUPPORT_END' and closed_at is null;
  return null;
end $$;
create trigger model_support_moves after update of end_of_support on model
  for each row when (old.end_of_support is distinct from new.end_of_support)
  execute function model_support_moves();

create function vendor_warranty_moves() returns trigger language plpgsql as $$
begin
  update alarm_watched set until = least(until, current_date - 1) where kind = 'WARRANTY';
  insert into alarm_signal (device_id, kind, act)
    select device_id, 'WARRANTY', 'LOOK' from alarm
    where vendor_id = new.id and kind = 'WARRANTY' and closed_at is null;
  return null;
end $$;
create trigger vendor_warranty_moves after update of warranty_months on vendor
  for each row when (old.warranty_months is distinct from new.warranty_months)
  execute function vendor_warranty_moves();

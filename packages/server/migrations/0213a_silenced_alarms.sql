-- What a rule has closed and nobody has judged since: it comes back with its rule, unless it is over by then.
create table alarm_silenced (
  alarm_id uuid primary key references alarm (id) on delete cascade,
  device_id uuid not null,
  kind text not null,
  subject text not null,
  -- Whose terminal it is now; of the closed alarm it is whose it was.
  org_id uuid not null
);
create index alarm_silenced_device on alarm_silenced (device_id, kind);
create index alarm_silenced_rule on alarm_silenced (kind, org_id);

insert into alarm_silenced (alarm_id, device_id, kind, subject, org_id)
  select ended.id, ended.device_id, ended.kind, ended.subject, device.org_id
  from alarm ended join device on device.id = ended.device_id
  where ended.close_cause = 'RULE' and not exists (select from alarm later
    where later.device_id = ended.device_id and later.kind = ended.kind and later.subject = ended.subject
      and (later.closed_at is null or (later.closed_at, later.id) > (ended.closed_at, ended.id)));

-- squawk-ignore require-concurrent-index-deletion
drop index alarm_closed_by_rule;

-- Mails about alarms that are still to be written: whoever finds out who is told of what holds up the judging of alarms.
create table alarm_mail (
  id bigint generated always as identity primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  kind text not null,
  count integer not null,
  -- The first of the terminals.
  device_id uuid not null,
  sn text not null
) with (autovacuum_vacuum_scale_factor = 0.05);
-- squawk-ignore require-concurrent-index-creation
create index alarm_mail_user on alarm_mail (user_id);

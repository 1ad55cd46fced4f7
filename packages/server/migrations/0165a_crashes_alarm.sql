-- An alarm may be about one of several things of its terminal, such as an application that crashes: of these
-- each has an open alarm of its own.
alter table alarm add column subject text not null default '';
-- squawk-ignore require-concurrent-index-deletion
drop index alarm_open;
-- One open alarm for each terminal, cause and subject, whoever raises it.
-- squawk-ignore require-concurrent-index-creation
create unique index alarm_open on alarm (device_id, kind, subject) where closed_at is null;

insert into alarm_of_event (code, kind, act) values ('APP_CRASHED', 'APP_CRASHED', 'RAISE');

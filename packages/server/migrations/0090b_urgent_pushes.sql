-- What is more urgent leaves first where several are due: 9 before 1.
alter table push_item add column priority smallint not null default 5;

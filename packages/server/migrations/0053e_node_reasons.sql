-- What keeps a process from its work, and what should be seen to, as its /readyz says it.
alter table server_node
  add column faults text[] not null default '{}',
  add column worries text[] not null default '{}';

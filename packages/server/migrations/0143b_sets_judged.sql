-- What is required and what must hold of several values is judged of what terminals get, not of drafts alone. Sets that
-- were kept before are judged when they are named next.
alter table param_set add column is_judged boolean not null default false;

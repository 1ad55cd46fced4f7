-- The name that the queue of a process holds jobs by, so that others can free them when it dies.
-- Null in processes that carry no jobs out.
alter table server_node add column job_holder text;

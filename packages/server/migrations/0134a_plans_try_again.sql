-- When all terminals of a plan that wait for other plans were last tried.
alter table plan add column late_at timestamptz;

-- What was wrong with a terminal before it was looked at once more: how often that helped is told by cause.
alter table plan_target add column former_outcome text;

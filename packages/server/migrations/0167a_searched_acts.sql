-- The action log is asked for what was done ("who deleted"), which its calls tell: without this, what is
-- rare was sought in every entry of the span.
-- squawk-ignore require-concurrent-index-creation
create index action_log_path on action_log (path, at);

-- What is open on the terminals of a model, newest first: on a rare one the walk through all that is open found few.
-- squawk-ignore require-concurrent-index-creation
create index alarm_open_of_model on alarm (model_id, last_at desc, id desc) where closed_at is null;

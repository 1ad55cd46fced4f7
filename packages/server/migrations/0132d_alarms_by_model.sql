-- What models are told of in a year, without reading everybody's alarms.
-- squawk-ignore require-concurrent-index-creation
create index alarm_of_model on alarm (model_id, kind, first_at);

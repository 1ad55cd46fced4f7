-- What models are told of in a year, without reading everybody's alarms.
create index alarm_of_model on alarm (model_id, kind, first_at);

-- What is known of a serial number whose terminal is gone, or had another one then, is found beside that of the
-- terminals which are there.
-- squawk-ignore require-concurrent-index-creation
create index device_event_of_sn on device_event (sn, at desc);
-- squawk-ignore require-concurrent-index-creation
create index device_app_event_of_sn on device_app_event (sn, at desc);

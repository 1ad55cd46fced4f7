-- What was on terminals before the platform knew of it is placed by pieces: those that are left are found by an
-- index of them alone, not among all terminals that have the application.
-- squawk-ignore require-concurrent-index-creation
create index device_app_unplaced on device_app (package, device_id) where org_id is null;

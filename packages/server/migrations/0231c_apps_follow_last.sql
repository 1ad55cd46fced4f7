-- That a terminal leaves service is written into its applications, too. Terminals that come and tell what is installed
-- lock those last: so does whoever changes terminals, or both wait for each other.
alter trigger device_app_follow on device rename to device_then_apps;

-- Deliveries in one state, the latest first, and all of them by their states. What was changed on the terminal is
-- one of these states.
-- squawk-ignore require-concurrent-index-creation
create index param_desired_in_state on param_desired (state, changed_at desc, device_id, app_id) where until is null;
-- squawk-ignore require-concurrent-index-deletion
drop index param_desired_drift;

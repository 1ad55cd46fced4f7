-- The lists count what is in each state that asks for somebody: these few are found without what has ended.
-- squawk-ignore require-concurrent-index-creation
create index alarm_open_of_state on alarm (state) where closed_at is null;
-- squawk-ignore require-concurrent-index-creation
create index device_apply_going on device_apply (state)
  where state in ('DRAFT', 'SUBMITTED', 'SOURCE_APPROVED', 'PARTIAL');
-- squawk-ignore require-concurrent-index-creation
create index plan_open on plan (state)
  where deleted_at is null and state not in ('FINISHED', 'STOPPED', 'EXPIRED', 'ROLLED_BACK');
-- squawk-ignore require-concurrent-index-creation
create index app_user_invited on app_user (id) where invited_at is not null;
-- squawk-ignore require-concurrent-index-creation
create index app_user_ending on app_user (valid_to) where valid_to is not null;
-- squawk-ignore require-concurrent-index-creation
create index app_user_disabled on app_user (id) where status = 0 and deleted_at is null;

-- Filters of the list of terminals that few match, and what is cleaned up by its age.

-- The latest activation of which a warranty of so many months has ended before a day: whoever was
-- activated before this moment. Months end early where the day does not exist in them.
create function activated_before(months integer, day date) returns timestamptz language sql immutable parallel safe as $$
  select (edge.at + case when edge.at + make_interval(months => months) < day then interval '1 day'
      else interval '0' end) at time zone 'UTC'
    from (select day::timestamp - make_interval(months => months) as at) as edge
$$;
-- squawk-ignore require-concurrent-index-creation
create index device_by_activation on device (vendor_id, activated_at) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index device_disabled on device (sn) include (id, org_id, model_id, lifecycle) where deleted_at is null and status = 0;

-- Counts by firmware, agent or day that are cut to models or to organisations without what is below.
-- squawk-ignore require-concurrent-index-creation
create index device_spread_model on device_spread (model_id, kind);
-- squawk-ignore require-concurrent-index-creation
create index device_spread_place on device_spread (org_id, kind);

-- What a clean-up looks for.
-- squawk-ignore require-concurrent-index-creation
create index ticket_expiry on ticket (expires_at);
-- squawk-ignore require-concurrent-index-creation
create index spent_challenge_expiry on spent_challenge (expires_at);
-- squawk-ignore require-concurrent-index-creation
create index sign_in_guess_age on sign_in_guess (updated_at);
-- squawk-ignore require-concurrent-index-creation
create index mail_code_age on mail_code (created_at);
-- squawk-ignore require-concurrent-index-creation
create index mail_link_expiry on mail_link (expires_at);
-- squawk-ignore require-concurrent-index-creation
create index known_device_age on known_device (last_used_at);
-- squawk-ignore require-concurrent-index-creation
create index api_client_minute_age on api_client_minute (minute);
-- squawk-ignore require-concurrent-index-creation
create index api_client_error_age on api_client_error (at);
-- squawk-ignore require-concurrent-index-creation
create index device_location_age on device_location using brin (at);

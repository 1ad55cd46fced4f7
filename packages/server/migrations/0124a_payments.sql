-- Payments that terminals count, and how many each usually takes in each hour of the day: one row a
-- terminal, written when its counter has moved or another hour has begun.
create table device_payment (
  device_id uuid primary key references device (id) on delete cascade,
  -- The counter as it was told last; it begins anew at a restart of some terminals.
  total bigint not null,
  -- All that the terminal has taken since it was first heard of: this never begins anew.
  taken bigint not null default 0,
  -- The hour that is being counted, and what was taken in it.
  hour timestamptz not null,
  -- Wider than a counter: one that begins anew again and again adds up.
  count bigint not null default 0,
  -- The terminal was heard of in the hour before, too, so this one is counted from its beginning.
  is_whole boolean not null default false,
  -- By hour of the day, UTC: what is usual, and of how many days that is known.
  usual real[] not null default array_fill(0::real, array[24]),
  days smallint[] not null default array_fill(0::smallint, array[24])
) with (fillfactor = 70);

/*
 * When a terminal will usually have taken so many payments; null: not within so many hours, or not
 * enough is known of it. An hour is known when it was counted on three days.
 */
create function payment_due(usual real[], days smallint[], since timestamptz, wanted double precision, hours integer)
returns timestamptz language plpgsql immutable as $$
declare
  at timestamptz := since;
  next timestamptz;
  rate double precision;
  part double precision;
  sum double precision := 0;
  nth integer;
begin
  while at < since + make_interval(hours => hours) loop
    nth := extract(hour from at at time zone 'UTC')::integer + 1;
    next := date_trunc('hour', at, 'UTC') + interval '1 hour';
    rate := case when days[nth] >= 3 then usual[nth] else 0 end;
    part := extract(epoch from next - at) / 3600;
    if sum + rate * part >= wanted then
      return at + make_interval(secs => (wanted - sum) / rate * 3600);
    end if;
    sum := sum + rate * part;
    at := next;
  end loop;
  return null;
end $$;

-- A terminal that is well is watched until it should have taken so many payments.
alter table plan_check
  add column due_at timestamptz,
  -- What it had taken when that began.
  add column taken_before bigint;

alter table plan_target drop constraint plan_target_outcome_check;
-- What is there fits: less was permitted before.
alter table plan_target add constraint plan_target_outcome_check
  check (outcome in ('CONFIRMED', 'NO_CONTACT', 'UNWELL', 'NO_PAYMENTS', 'EXCLUDED')) not valid;
-- Few end so: results are found by it.
-- squawk-ignore require-concurrent-index-creation
create index plan_target_bad on plan_target (outcome) where outcome in ('NO_CONTACT', 'UNWELL', 'NO_PAYMENTS');

-- Where terminals were: one row each time that one has moved. By month of the server's clock.
create table device_location (
  device_id uuid not null,
  at timestamptz not null,
  latitude double precision not null,
  longitude double precision not null,
  -- Radius of uncertainty in metres; null: the terminal did not say.
  accuracy real,
  source text not null,
  primary key (at, device_id)
) partition by range (at);
create table device_location_rest partition of device_location default;
create index device_location_of_device on device_location (device_id, at desc);
select make_month_partitions('device_location', 2);

-- Metres between two places, on a ball as large as the earth.
create function metres_between(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision)
returns double precision language sql immutable parallel safe as $$
  select 2 * 6371000 * asin(sqrt(least(1, sind((lat2 - lat1) / 2) ^ 2
    + cosd(lat1) * cosd(lat2) * sind((lng2 - lng1) / 2) ^ 2)))
$$;

-- An address of a file may be used until it is over: so a download that broke off goes on.
alter table ticket add column is_reusable boolean not null default false;

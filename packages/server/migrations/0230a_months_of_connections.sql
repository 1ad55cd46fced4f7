-- Months of connections are parted from the others without anybody waiting, as those of the other logs are.
select fence_off_months('device_session');

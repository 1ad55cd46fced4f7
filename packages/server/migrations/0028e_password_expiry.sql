-- Of how many days left the owner of a password was told; null while there is nothing to tell.
alter table app_user add column expiry_told smallint;

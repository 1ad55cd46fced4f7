-- What a user says of himself, in the personal center.

alter table app_user
  add column nick_name text not null default '',
  add column phone text not null default '',
  -- Address of a stored image.
  add column avatar text,
  -- IANA name; null: the zone of the computer in use.
  add column time_zone text,
  add column date_format text not null default 'locale';

-- What a terminal's own inventory is still to show.
-- squawk-ignore require-concurrent-index-creation
create index push_item_unproved on push_item (device_id)
  where proved_at is null and cmd in ('APP_INSTALL', 'APP_UNINSTALL')
    and (ended_at is null or state = 'SUCCESS');

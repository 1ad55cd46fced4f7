-- Whether a user wants to be told of something in the console (`app`) or by mail; yes where he said nothing.
create function wants_notice(reader uuid, topic text, channel text) returns boolean
language sql stable parallel safe as $$
  select coalesce((select user_setting.value -> topic ->> channel from user_setting
    where user_setting.user_id = reader and user_setting.key = 'notices'), 'true') <> 'false'
$$;

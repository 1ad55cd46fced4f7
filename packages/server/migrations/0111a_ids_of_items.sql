-- An item's id: the moment of its push, and the rest by chance. One call for chance in place of a whole
-- id of the clock whose moment is thrown away (2.8 µs in place of 4.2).
create or replace function item_of(push uuid) returns uuid language sql volatile parallel safe as $$
  select overlay(gen_random_uuid()::text placing left(push::text, 15) from 1 for 15)::uuid
$$;

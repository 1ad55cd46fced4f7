-- Many items of one push take turns at the pace of their sender as well, each once: where that pace becomes another,
-- turns that were given are given anew.
create function give_turns_anew() returns trigger language plpgsql as $$
begin
  insert into push_work (push_id, kind)
    select pace.push_id, 'RATE' from push_pace pace join push on push.id = pace.push_id
    where pace.at > now() and push.ended_at is null and push.options ->> 'ratePerMinute' is null;
  -- In the order in which whoever gives turns locks them.
  delete from push_pace where push_id = any(array(select pace.push_id
    from push_pace pace join push on push.id = pace.push_id
    where pace.at > now() and push.options ->> 'ratePerMinute' is null order by pace.push_id for update of pace));
  return null;
end $$;
create trigger parameter_publish_rate after insert or update of value on parameter
  for each row when (new.key = 'task.publish.ratePerMinute') execute function give_turns_anew();

-- A report is written where its item is held, and goes with it: nine tenths of writing it were the
-- question whether its item exists, asked of every month, once a row.
alter table push_report drop constraint push_report_item_id_fkey;
create function forget_reports() returns trigger language plpgsql as $$
begin
  -- By its key, however many months there are.
  delete from push_report where item_id = any (array(select id from removed));
  return null;
end $$;
create trigger push_item_reports_forgotten after delete on push_item
  referencing old table as removed for each statement execute function forget_reports();

-- An item has a handful of them: its key finds them all.
-- squawk-ignore require-concurrent-index-deletion
drop index push_report_item;
-- squawk-ignore require-concurrent-index-deletion
drop index push_report_message;

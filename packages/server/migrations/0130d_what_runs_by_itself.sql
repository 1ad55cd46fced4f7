-- What runs by itself reads what is due, and nothing else.

-- Each ten seconds: mails, or codes in them, whose time is over.
-- squawk-ignore require-concurrent-index-creation
create index mail_log_ending on mail_log (expires_at) where state = 'QUEUED' or blotted_html is not null;

-- Each two seconds: counts that connections keep apart until they are folded.
-- squawk-ignore require-concurrent-index-creation
create index param_set_tally_apart on param_set_tally (set_id, state, slot) where slot <> 0;

-- Each hour: files of terminals that nobody goes on with, or that have served their time.
-- squawk-ignore require-concurrent-index-creation
create index handed_file_open on handed_file (expires_at) where state = 'OPEN';
-- squawk-ignore require-concurrent-index-creation
create index handed_file_stored on handed_file (created_at) where state = 'STORED';

-- Each night.
-- squawk-ignore require-concurrent-index-creation
create index log_trace_ended on log_trace (ended_at) where ended_at is not null;

-- Whether a plan has brought a terminal back is asked for each row of a list; of its parts few lead back.
-- squawk-ignore require-concurrent-index-creation
create index plan_push_back on plan_push (plan_id) where purpose = 'BACK';

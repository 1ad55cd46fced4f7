-- At whose own address somebody asked for an account: mails to him carry that organisation's name.
alter table platform_user
  -- squawk-ignore adding-foreign-key-constraint
  add column site_org_id uuid references organization (id);

-- Whether a mail holds what opens a door and is still to be sent: shown only to who proves himself.
drop view mail_log_row;
create view mail_log_row as
  select m.id, m.at, m.to_address as "to", m.template, m.language, m.subject,
    coalesce(m.blotted_html, m.html) as html, m.org_id, m.state, m.attempts, m.next_attempt_at, m.error,
    m.sent_at, m.is_blotted, m.blotted_html is not null as is_waiting, s.name as server_name
  from mail_log m left join mail_server s on s.id = m.server_id;

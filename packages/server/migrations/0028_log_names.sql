-- An action is named by the page that its permission belongs to: the name stands in the menu.
drop view action_log_row;
create view action_log_row as
  select log.id, log.at, log.user_id, log.user_name, log.org_id, organization.name as org_name,
    log.method, log.path, log.permission, page.menu_name as page_name, log.target_ids,
    coalesce(log.after ->> 'name', log.before ->> 'name', log.after ->> 'sn', log.before ->> 'sn',
      log.after ->> 'userName', log.before ->> 'userName', log.after ->> 'code') as target_name,
    log.code, log.ip, log.duration_ms, log.request_id, log.request, log.before, log.after, log.xact
  from action_log as log
    left join organization on organization.id = log.org_id
    left join menu as button on button.button_code = log.permission
    left join menu as page on page.id = button.parent_id;

create view client_error_row as
  select error.id, error.at, error.short_id, error.user_id, error.user_name, error.org_id,
    organization.name as org_name, error.route, error.message, error.console_version,
    error.user_agent, error.ip, error.stack
  from client_error as error left join organization on organization.id = error.org_id;

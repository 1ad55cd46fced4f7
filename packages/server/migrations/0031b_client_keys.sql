-- An API client may sign its calls with an RSA key of its own: what is kept here opens nothing then.
alter table api_client add column public_key text;
drop view api_client_row;
create view api_client_row as
  select c.id, c.name, c.kind, c.org_id, c.ip_allow, c.rate_limit, c.valid_to, c.remark, c.callback_url,
    c.events, c.last_used_at, c.status, c.version, c.created_at, c.created_by, c.updated_at, c.updated_by,
    c.deleted_at, c.deleted_by, own.name as org_name, scope.kind as data_scope, old.valid_to as old_secret_until,
    null::text as secret, c.public_key,
    (case when c.public_key is null then 'HMAC-SHA256' else 'RSA-PSS-SHA256' end) as sign_alg,
    (select count(*)::integer from api_client_menu given join menu on menu.id = given.menu_id
      where given.client_id = c.id and menu.button_code is not null) as right_count,
    (case when c.status = 0 then 'DISABLED' when c.valid_to <= now() then 'EXPIRED'
      when old.valid_to is not null then 'SECRET_ROTATING' else 'ACTIVE' end) as state,
    (case when c.callback_url is null then 'NONE' when c.webhook_stopped_at is not null then 'STOPPED'
      when c.webhook_failing_since is not null then 'FAILING' else 'WORKING' end) as webhook_state,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from api_client c
    join organization own on own.id = c.org_id
    left join data_scope scope on scope.client_id = c.id
    left join lateral (select max(secret.valid_to) as valid_to from api_client_secret secret
      where secret.client_id = c.id and secret.valid_to > now()) old on true
    left join app_user editor on editor.id = coalesce(c.updated_by, c.created_by)
    left join app_user remover on remover.id = c.deleted_by;

-- The address of an embedded page may tell who looks at it, signed with a secret that is made of
-- the installation's key and this number; it rises with each change, and the secret is kept nowhere.
alter table menu
  add column is_signed boolean not null default false,
  add column frame_key integer not null default 0;

drop view menu_row;
create view menu_row as
  select m.id, m.parent_id, m.menu_type, m.menu_name, m.names, m.menu_icon, m.front_path,
    m.front_name, m.front_component, m.button_code as btn_code, m.iframe_url, m.active_menu,
    m.is_show, m.keep_alive, m.no_closable, m.level_hidden, m.no_column, m.tab_hidden,
    m.dynamic_new_tab, m.target, m.guard, m.sort, m.status, m.version, m.is_shipped, m.is_signed,
    m.created_at, m.updated_at, editor.user_name as updated_by_name
  from menu m left join app_user editor on editor.id = coalesce(m.updated_by, m.created_by);

-- The menu as administrators edit it.
alter table menu
  -- Off: a page leaves every menu, a button's code is held by nobody.
  add column status smallint not null default 1,
  add column version integer not null default 1,
  -- Own names by language; where one is missing, `menu_name` stands, a text key or a name.
  add column names jsonb not null default '{}',
  -- What Muster ships is hidden, moved and named anew, but stays: code knows it by its name.
  add column is_shipped boolean not null default false,
  add column created_at timestamptz not null default now(),
  add column created_by uuid,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid;

-- Until now nobody but the shipped menu wrote here. A route name is letters and digits.
update menu set is_shipped = true;
update menu set front_name = replace(front_name, '-', '') where front_name like 'dir-%';
-- The field that a double name is told at is in the index's name.
alter table menu rename constraint menu_front_name_key to menu_front_name_unique;
alter table menu rename constraint menu_button_code_key to menu_btn_code_unique;

create view menu_row as
  select m.id, m.parent_id, m.menu_type, m.menu_name, m.names, m.menu_icon, m.front_path,
    m.front_name, m.front_component, m.button_code as btn_code, m.iframe_url, m.active_menu,
    m.is_show, m.keep_alive, m.no_closable, m.level_hidden, m.no_column, m.tab_hidden,
    m.dynamic_new_tab, m.target, m.guard, m.sort, m.status, m.version, m.is_shipped,
    m.created_at, m.updated_at, editor.user_name as updated_by_name
  from menu m left join app_user editor on editor.id = coalesce(m.updated_by, m.created_by);

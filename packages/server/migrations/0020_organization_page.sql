-- The page of one organisation, for all who have the list. New installations have it from `shippedMenu.ts`.
insert into menu (parent_id, menu_type, menu_name, menu_icon, front_path, front_name, front_component,
    active_menu, is_show, dynamic_new_tab, sort)
  select menu.parent_id, menu.menu_type, 'menu.OrganizationDetail', menu.menu_icon, '/access/organization/:id',
    'OrganizationDetail', menu.front_component, '/access/organization', 0, 1, menu.sort
  from menu where menu.front_name = 'Organization'
  on conflict do nothing;
insert into role_menu (role_id, menu_id)
  select held.role_id, page.id from role_menu held
    join menu list on list.id = held.menu_id and list.front_name = 'Organization'
    join menu page on page.front_name = 'OrganizationDetail'
  on conflict do nothing;

-- Neighbours in the menu looked alike. Whoever has chosen an icon of their own keeps it.
update menu set menu_icon = new.icon
from (values
  ('LocationZh', 'map', 'atlas'),
  ('AlarmLog', 'activity', 'bell'),
  ('ManufacturerFeatures', 'list', 'grid'),
  ('DeveloperSetting', 'sliders', 'toggle'),
  ('Menu', 'list', 'menu'),
  ('Website', 'globe', 'window')
) as new (name, was, icon)
where menu.front_name = new.name and menu.menu_icon = new.was and menu.is_shipped;

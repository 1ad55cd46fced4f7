-- Pages of one record: each record has a tab of its own, as `menuSeed.ts` says of new installations.
update menu set dynamic_new_tab = 1 where menu_type = 1 and front_path like '%/:%';

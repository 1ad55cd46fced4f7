-- A set names some hundred values: to compress their numbers took nine tenths of writing it down, and a change at the
-- root writes down as many sets as there are lists of who speaks of terminals.
alter table param_set alter column value_ids set storage external;

-- Up to where the last step has looked at who has installed; null: to the end.
alter table plan add column proved_to uuid;

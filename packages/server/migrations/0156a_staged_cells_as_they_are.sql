-- Cells that wait for their import lie there as long as they are: batches of it are bounded by what they weigh.
alter table import_row alter column cells set storage external;

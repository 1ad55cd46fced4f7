-- What makes a record as it was before a batch, where that is not the same for all of the batch: the path of a
-- batch call and what its body says beside the records. Null: what undoes the whole call by its path.

alter table batch_changed add column undo jsonb;

/** Pixels of one row; `--row` of table.module.css says the same. */
export const rowHeight = 44

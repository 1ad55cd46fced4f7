import type { ListLook } from '@muster/contract'

/** Pixels of one row; `--row` of table.module.css says the same. */
export const rowHeights = { compact: 34, normal: 40, comfortable: 48 } as const satisfies Record<
  ListLook['density'],
  number
>

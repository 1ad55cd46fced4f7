import type { ListLook } from '@muster/contract'

/** Pixels of one row; `--row` of table.module.css says the same. */
export const rowHeights = { compact: 32, normal: 44, comfortable: 56 } as const satisfies Record<
  ListLook['density'],
  number
>

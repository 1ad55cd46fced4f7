import type { ListLook } from '@muster/contract'

/** Pixels of one row; `--row` of table.module.css says the same. */
export const rowHeights = { compact: 34, normal: 40, comfortable: 48 } as const satisfies Record<
  ListLook['density'],
  number
>

/** Pixels of a row that is drawn as a card; `--card` says the same. */
export const cardHeight = 124

/** Whether rows are cards, as table.module.css draws them. */
export const isCards = () => window.matchMedia('(width < 600px)').matches

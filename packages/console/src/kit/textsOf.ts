import type { FigureList } from '@muster/contract'
import type { Query } from '../platform/address.ts'

/** What a list is asked, as an address says it. */
export const textsOf = (query: FigureList['query']): Query =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )

import type { areas, BatchInput } from '@muster/contract'
import type { Listed, PageCall, Row } from '../list/listed.ts'

type Kept = Omit<typeof areas, 'page' | 'list' | 'detail' | 'add' | 'update' | 'recyclePage'>

/** The life-cycle calls of a record that do not depend on what its fields are. */
export type LifeCalls = { readonly [K in keyof Kept]: Kept[K] } & {
  readonly remove: Kept['remove'] & Asking
}

interface Asking {
  /**
   * Where taking records away, switching them or bringing them back changes others: says what, and
   * answers whether it is done.
   */
  readonly agrees?: (kind: Act['kind'], what: Batch['what']) => Promise<boolean>
}

/** The one call that a list without a recycle bin has for many records. */
export type EndCalls = Readonly<Record<'destroyMany', LifeCalls['removeMany']>>

/** The calls that change the chosen rows of a list. */
export type BatchCalls = LifeCalls | EndCalls

/** What is done to records. */
export type Act =
  | { readonly of: LifeCalls; readonly kind: 'remove' | 'revert' | 'enable' | 'disable' }
  | { readonly of: BatchCalls; readonly kind: 'destroy' }

/** What is done, and to which records: one, some, or what a list shows. */
export type Batch = Act & { readonly what: { readonly id: string } | BatchInput }

/** The reading and writing calls of a resource whose records can be thrown away. */
export interface Removable<R> extends LifeCalls, Listed<R, unknown> {
  readonly recyclePage: PageCall<R & Removed, unknown>
}

/** What a record in the bin has more. */
export interface Removed extends Row {
  readonly deletedAt: string
  readonly deletedBy: string | null
}

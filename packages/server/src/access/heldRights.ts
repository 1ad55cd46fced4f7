import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from '../platform/schema.ts'
import type { Principal } from './principal.ts'
import { readClientRights, readRights, type UserRights } from './rights.ts'

interface Kept extends UserRights {
  readonly epoch: number
}

/** What users and clients may do, kept until the epoch of rights in the database moves on. */
const known = new WeakMap<pg.Pool, Map<string, Kept>>()

/** Where rights are read; what is kept of them, is kept by its pool. */
interface Store {
  readonly pool: pg.Pool
  readonly db: Kysely<DB>
}

/** Whose rights at which epoch. */
export interface Holder {
  readonly kind: Principal['kind']
  readonly id: string
  readonly epoch: number
}

/** What somebody may do at an epoch of rights; null where there is nobody of this id. */
export async function heldAt(store: Store, holder: Holder): Promise<UserRights | null> {
  const cached = keptAt(store.pool, holder)
  if (cached) return cached
  const read = await readHeld(store.db, holder)
  if (read) keep(store.pool, holder, read)
  return read
}

/** The same for a transaction that may have moved the epoch itself: what it reads is not kept. */
export async function heldWithin({ pool, db }: Store, holder: Holder): Promise<UserRights | null> {
  return keptAt(pool, holder) ?? readHeld(db, holder)
}

/** As the database has it now. */
export async function readHeld(
  db: Kysely<DB>,
  { kind, id }: Pick<Holder, 'kind' | 'id'>,
): Promise<UserRights | null> {
  if (kind !== 'client') return (await readRights(db, [id])).get(id) ?? null
  const read = (await readClientRights(db, [id])).get(id)
  return read ? { ...read, isSuperAdmin: false } : null
}

function keptAt(pool: pg.Pool, { id, epoch }: Holder): UserRights | null {
  const kept = known.get(pool)?.get(id)
  return kept?.epoch === epoch ? kept : null
}

function keep(pool: pg.Pool, { id, epoch }: Holder, rights: UserRights): void {
  const cache = known.get(pool) ?? new Map<string, Kept>()
  known.set(pool, cache)
  if (cache.size > 10_000) cache.clear()
  cache.set(id, { ...rights, epoch })
}

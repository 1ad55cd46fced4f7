import { placeholdersOf } from '@muster/contract'
import { sql } from 'kysely'
import { type ParamStore, readValues } from '../resolve/sets.queries.ts'
import type { Said } from './draft.rules.ts'

/** Why values change, and on whose behalf. */
export interface Cause {
  readonly because: 'ACTIVATED' | 'REVOKED' | 'STARTED' | 'ENDED'
  readonly userId: string | null
  readonly note: string | null
}

interface Change extends Cause {
  readonly assignmentId: string
  /** What holds from now on. */
  readonly said: Said
}

const sealedFor = (assignmentId: string, pid: string): string =>
  `param.value:${assignmentId}:${pid}`

/**
 * Writes what an assignment says from now on: values that stay as they are keep their row, all others end
 * and begin under the next number, which is answered.
 */
export async function putValues(store: ParamStore, change: Change): Promise<number> {
  const { assignmentId, said } = change
  const rev = await nextRev(store, change)
  const stays = await endOthers(store, { assignmentId, said, rev })
  const all = [...Object.entries(said.values), ...Object.entries(said.secrets)]
  const begun = all.filter(([pid]) => !stays.has(pid))
  if (begun.length > 0)
    await store.db
      .insertInto('paramValue')
      .values(
        begun.map(([pid, text]) => {
          const of = { ownerId: assignmentId, pid, keys: placeholdersOf(text), fromRev: rev }
          if (!Object.hasOwn(said.secrets, pid)) return { ...of, value: text }
          const purpose = sealedFor(assignmentId, pid)
          const sealed = store.secrets.seal(Buffer.from(text), purpose)
          return { ...of, sealed, sealedFor: purpose }
        }),
      )
      .execute()
  return rev
}

async function nextRev({ db }: ParamStore, change: Change): Promise<number> {
  const { because, assignmentId, userId, note } = change
  const { rows } = await sql<{
    rev: number
  }>`select next_param_rev(${because}, ${assignmentId}::uuid,
    ${userId}::uuid, ${note}) as rev`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no number was given')
  return row.rev
}

interface Ending extends Pick<Change, 'assignmentId' | 'said'> {
  readonly rev: number
}

/** Ends the values that are not said any more; answers the parameters whose value stays. */
async function endOthers(
  store: ParamStore,
  { assignmentId, said: { values, secrets }, rev }: Ending,
): Promise<ReadonlySet<string>> {
  const { db } = store
  const current = await db
    .selectFrom('paramValue')
    .select('id')
    .where('ownerId', '=', assignmentId)
    .where('toRev', 'is', null)
    .execute()
  const ids = current.map(({ id }) => id)
  const before = await readValues(store, ids)
  const wanted = new Map([...Object.entries(values), ...Object.entries(secrets)])
  const stays = [...before].filter(
    ([, { pid, text, isSecret }]) =>
      wanted.get(pid) === text && isSecret === Object.hasOwn(secrets, pid),
  )
  const kept = new Set(stays.map(([id]) => id))
  const ended = ids.filter((id) => !kept.has(id))
  if (ended.length > 0)
    await db.updateTable('paramValue').set({ toRev: rev }).where('id', 'in', ended).execute()
  return new Set(stays.map(([, { pid }]) => pid))
}

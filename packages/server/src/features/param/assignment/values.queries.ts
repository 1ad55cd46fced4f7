import { placeholdersOf } from '@muster/contract'
import { sql } from 'kysely'
import { idList, numberList } from '../resolve/idList.ts'
import { portionsOf } from '../resolve/portions.ts'
import { bytesOfValues, type ParamStore, readValues, type Values } from '../resolve/sets.queries.ts'
import type { Said } from './draft.rules.ts'

/** Why values change, and on whose behalf. */
export interface Cause {
  readonly because: 'ACTIVATED' | 'REVOKED' | 'STARTED' | 'ENDED' | 'IMPORTED'
  readonly userId: string | null
  readonly note: string | null
  /** From which address. */
  readonly ip?: string | null
  /** The number of the case elsewhere that asks for it. */
  readonly ticket?: string | null
}

/** What an assignment says from now on. */
export interface Saying {
  readonly assignmentId: string
  readonly said: Said
}

const sealedFor = (assignmentId: string, pid: string): string =>
  `param.value:${assignmentId}:${pid}`

/**
 * Writes what assignments say from now on: values that stay as they are keep their row, all others end
 * and begin under the next number, which is answered.
 */
export async function putValues(
  store: ParamStore,
  all: readonly Saying[],
  cause: Cause,
): Promise<number> {
  const rev = await nextRev(store, all, cause)
  const stays = await endOthers(store, all, rev)
  const begun = all.flatMap(({ assignmentId, said }) =>
    textsOf(said)
      .filter(([pid]) => !stays.has(nameOf(assignmentId, pid)))
      .map(([pid, text]) => {
        const of = { owner: assignmentId, pid, keys: placeholdersOf(text) }
        if (!Object.hasOwn(said.secrets, pid)) return { ...of, value: text }
        const purpose = sealedFor(assignmentId, pid)
        const sealed = store.secrets.seal(Buffer.from(text), purpose).toString('base64')
        return { ...of, sealed, purpose }
      }),
  )
  await sql`insert into param_value (owner_id, pid, value, sealed, sealed_for, keys, from_rev)
    select begun.owner, begun.pid, begun.value, decode(begun.sealed, 'base64'), begun.purpose, begun.keys, ${rev}::bigint
    from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb)
      as begun (owner uuid, pid text, value text, sealed text, purpose text, keys text[])`.execute(
    store.db,
  )
  return rev
}

const textsOf = ({ values, secrets }: Said): [string, string][] => [
  ...Object.entries(values),
  ...Object.entries(secrets),
]

const nameOf = (assignmentId: string, pid: string): string => `${assignmentId} ${pid}`

async function nextRev(
  { db }: ParamStore,
  all: readonly Saying[],
  { because, userId, note, ip = null, ticket = null }: Cause,
): Promise<number> {
  // Of many it is the values that say whose they are.
  const only = all.length === 1 ? (all[0]?.assignmentId ?? null) : null
  const { rows } = await sql<{
    rev: number
  }>`select next_param_rev(${because}, ${only}::uuid,
    ${userId}::uuid, ${note}, ${ip}, ${ticket}) as rev`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no number was given')
  return row.rev
}

/** Ends the values that are not said any more; answers those that stay. */
async function endOthers(
  store: ParamStore,
  all: readonly Saying[],
  rev: number,
): Promise<ReadonlySet<string>> {
  const { db } = store
  const { rows: current } = await sql<Values>`
    select jsonb_agg(id) as value_ids, ${bytesOfValues} as bytes from param_value
    where owner_id = any(${idList(all.map(({ assignmentId }) => assignmentId))}) and to_rev is null
    group by owner_id`.execute(db)
  const wanted = new Map(
    all.flatMap(({ assignmentId, said }) =>
      textsOf(said).map(
        ([pid, text]) =>
          [
            nameOf(assignmentId, pid),
            { text, isSecret: Object.hasOwn(said.secrets, pid) },
          ] as const,
      ),
    ),
  )
  const stays = new Set<string>()
  const ended: number[] = []
  for (const portion of portionsOf(current, ({ bytes }) => bytes)) {
    const before = await readValues(
      store,
      portion.flatMap(({ valueIds }) => valueIds),
    )
    for (const [id, { ownerId, pid, text, isSecret }] of before) {
      const name = nameOf(ownerId, pid)
      const now = wanted.get(name)
      if (now?.text === text && now.isSecret === isSecret) stays.add(name)
      else ended.push(id)
    }
  }
  await sql`update param_value set to_rev = ${rev}::bigint where id = any(${numberList(ended)})`.execute(
    db,
  )
  return stays
}

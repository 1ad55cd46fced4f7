import { classificationsPath, groupsPath } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { LiveHub } from '../../../platform/liveHub.ts'
import type { DB } from '../../../platform/schema.ts'
import { lookupIn } from '../filter/lookup.ts'
import { followGroups, leaveGroups } from './groups.queries.ts'
import {
  followedGroups,
  holdLabels,
  noteAges,
  noteChanged,
  takeChanged,
  tryToFollow,
} from './keeping.queries.ts'
import { followLabels, notePendingLabels } from './labels.queries.ts'
import { rebuildPending } from './rebuild.ts'
import { tellRegrouped } from './regrouped.ts'

type Db = Kysely<DB>
type Live = Pick<LiveHub, 'changed'>

/** Terminals that one transaction judges. */
const batch = 5000

/** Batches of one round: a flood leaves room for what else a worker does. */
const mostBatches = 40

/**
 * One round: what time has changed, what was changed, and what is to be found anew as a whole; then
 * who is under other settings by it.
 */
export async function keepMembership(db: Db, live: Live): Promise<void> {
  await noteAges(db)
  const failed = [...(await notePendingLabels(db)), ...(await rebuildPending(db, live))]
  for (let batches = 0; batches < mostBatches; batches++)
    if (!(await followChanges(db, live))) break
  for (let batches = 0; batches < mostBatches; batches++)
    if (!(await tellRegrouped(db, live))) break
  // Said when all others have had their turn.
  if (failed.length > 0) throw new AggregateError(failed, 'not every group or label was found anew')
}

/** Judges the next terminals of the queue; whether there may be more to do. */
export async function followChanges(db: Db, live: Live): Promise<boolean> {
  const { more, groupIds, labelIds } = await db.transaction().execute(followBatch)
  await announce(db, live, groupIds)
  if (labelIds.length > 0) live.changed({ path: classificationsPath, ids: labelIds, orgIds: [] })
  return more
}

interface Followed {
  readonly more: boolean
  readonly groupIds: readonly string[]
  readonly labelIds: readonly string[]
}

const nothing: Followed = { more: false, groupIds: [], labelIds: [] }

async function followBatch(db: Db): Promise<Followed> {
  if (!(await tryToFollow(db))) return nothing
  const ids = await takeChanged(db, batch)
  if (ids.length === 0) return nothing
  const lookup = lookupIn(db)
  await holdLabels(db)
  // Groups may ask for labels, never the other way round.
  const labelIds = await followLabels(db, { ids, lookup })
  const { groups, isWaiting } = await followedGroups(db, ids)
  const groupIds = await followGroups(db, { ids, groups, lookup })
  const left = await leaveGroups(db, ids)
  // A group that is just being found as a whole may have seen them as they were: they come again.
  if (isWaiting) await noteChanged(db, ids)
  return { more: !isWaiting, groupIds: [...new Set([...groupIds, ...left])], labelIds }
}

/** Tells consoles whose groups have other members. */
async function announce(db: Db, live: Live, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string; orgId: string }>`select id, org_id from device_group
    where id = any(${[...ids]}::uuid[])`.execute(db)
  for (const { id, orgId } of rows) live.changed({ path: groupsPath, ids: [id], orgIds: [orgId] })
}

import { paramDelivery, pushOptions } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { standingNow } from '../../../access/owner.ts'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { announcePushes, givePush } from '../../device/index.ts'
import { type Bringing, takeDue } from './wanted.queries.ts'

type Store = Pick<Platform, 'db' | 'live' | 'now'>

/** How often one round looks in vain: where rules hold ever more terminals, the next round looks on. */
const mostLooksInVain = 20

/**
 * Gives tasks to terminals whose values are due, on behalf of whoever put them in force. Those that nobody may be
 * brought are due later once they were looked at, so the next look finds who is behind them.
 */
export async function bringParams({ db, live, now }: Store, most?: number): Promise<void> {
  let inVain = 0
  while (inVain < mostLooksInVain) {
    const made = await db.transaction().execute(async (trx) => {
      const { looked, bringings } = await takeDue(trx, most)
      const pushes: { id: string; orgId: string }[] = []
      for (const one of bringings) pushes.push(...(await give({ db: trx, now }, one)))
      return { looked, count: bringings.length, pushes }
    })
    announcePushes(live, made.pushes)
    if (made.looked === 0) return
    inVain = made.count === 0 ? inVain + 1 : 0
  }
}

async function give(
  store: Pick<Store, 'now'> & { readonly db: Kysely<DB> },
  of: Bringing,
): Promise<{ id: string; orgId: string }[]> {
  const giver = await standingNow(store.db, of.principal)
  if (!giver) {
    await putOff(store.db, of)
    return []
  }
  const { retries, window, expiresHours } = paramDelivery().parse(of.options)
  const task = taskOf(of)
  const made = await givePush(store, {
    kind: 'PARAM',
    args: task,
    title: task.title,
    targets: { ids: [...of.deviceIds] },
    growing: false,
    options: pushOptions().parse({ retries, ...(window && { window }) }),
    ttlSeconds: expiresHours * 3600,
    giver,
    startsAt: null,
    isApproved: true,
  })
  return made ? [{ id: made.id, orgId: giver.orgId }] : []
}

/** What the items say: which application, and how it is told. */
function taskOf({ appName, assignmentName, appId, assignmentId, ...of }: Bringing) {
  const { wifiOnly, askApp, restartApp } = paramDelivery().parse(of.options)
  const opt = {
    ...(wifiOnly && { wifiOnly }),
    ...(askApp && { ask: true }),
    ...(restartApp && { restart: true }),
  }
  const title = `${appName.slice(0, 30)}: ${assignmentName}`.slice(0, 64).toWellFormed()
  return { title, pkg: of.package, opt, gate: { appId, assignmentId } }
}

/** Whoever put it in force may not come in now: it is tried again later. */
async function putOff(db: Kysely<DB>, { appId, deviceIds }: Bringing): Promise<void> {
  await sql`update param_desired set due_at = clock_timestamp() + interval '1 hour'
    where app_id = ${appId} and device_id = any(${[...deviceIds]}::uuid[]) and until is null`.execute(
    db,
  )
}

/** Brings what an assignment says to its terminals that have it not yet, whenever it was meant to come. */
export const askForAll = (db: Kysely<DB>, assignmentId: string): Promise<number> =>
  askForMany(db, [assignmentId])

/** The same of several. */
export const askForMany = (db: Kysely<DB>, assignmentIds: readonly string[]): Promise<number> =>
  askFor(db, sql`param_set.assignment_ids && ${[...assignmentIds]}::uuid[]`)

/** The same for one terminal and application. */
export const askForOne = (
  db: Kysely<DB>,
  { deviceId, appId }: { readonly deviceId: string; readonly appId: string },
): Promise<number> => askFor(db, sql`held.device_id = ${deviceId} and held.app_id = ${appId}`)

/** The same for many of these. */
export const askForEach = (
  db: Kysely<DB>,
  of: readonly { readonly deviceId: string; readonly appId: string }[],
): Promise<number> =>
  askFor(
    db,
    sql`(held.device_id, held.app_id) in (select said."deviceId", said."appId"
      from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as said ("deviceId" uuid, "appId" uuid))`,
  )

async function askFor(db: Kysely<DB>, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`with asked as (
      update param_desired held set due_at = clock_timestamp(), is_asked = true
      from param_set where param_set.id = held.set_id and held.until is null and ${which}
        and held.state not in ('APPLIED', 'BLOCKED', 'HELD', 'NOTIFIED', 'FETCHING', 'DOWNLOADED', 'WAIT_APP')
        -- Also where it is said to be done, and nothing shows it.
        and (held.state <> 'VERIFIED' or not exists (select from push_item item where item.id = held.item_id and item.ended_at is null))
      returning 1)
    select count(*)::integer as count from asked`.execute(db)
  return rows[0]?.count ?? 0
}

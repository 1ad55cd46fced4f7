import { plansPath, practiceDaySeconds } from '@muster/contract'
import { sql } from 'kysely'
import { standingNow } from '../../../access/owner.ts'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { Platform } from '../../../kit/context.ts'
import { every } from '../../../platform/every.ts'
import { foretold, keepResults, reportOf } from './report.queries.ts'
import { runPractice, type Standing } from './runPractice.ts'

type Store = Pick<Platform, 'db' | 'live' | 'log' | 'now'>

interface Where {
  readonly directUrl: string
  /** Real milliseconds that an hour of a practice takes at least. */
  readonly hourMs?: number
}

/** What rings the worker: a practice waits. */
export const practiceBell = 'practice'

/** A practice that was not heard of for so long has ended with its server. */
const silentSeconds = 60

/** Tries plans, one at a time in the whole cluster. */
export function startPracticeWorker(platform: Platform, directUrl: string) {
  const asked = { stop: false }
  const job = every({ name: 'practice of plans', seconds: 5, log: platform.log }, () =>
    runPractices(platform, { directUrl }, asked),
  )
  const silence = platform.live.onDoorbell(practiceBell, job.soon)
  return {
    async stop() {
      asked.stop = true
      silence()
      await job.stop()
    },
  }
}

interface Taken {
  readonly id: string
  readonly planId: string
  readonly orgId: string
  readonly giver: FrozenPrincipal
  readonly startAt: string | null
}

/** Runs what waits, until nothing does or somebody has it stop. */
export async function runPractices(
  store: Store,
  where: Where,
  asked: { readonly stop: boolean },
): Promise<void> {
  await endBroken(store)
  for (let taken = await takeNext(store); taken && !asked.stop; taken = await takeNext(store))
    await runOne(store, taken, { ...where, asked })
}

async function endBroken({ db }: Store): Promise<void> {
  await sql`update plan_practice set state = 'BROKEN', ended_at = now()
    where ended_at is null and state = 'RUNNING' and beat_at < now() - make_interval(secs => ${silentSeconds})`.execute(
    db,
  )
}

/** The practice that waits longest; null: none does, or another one goes on. */
async function takeNext({ db }: Store): Promise<Taken | null> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7214121)`.execute(trx)
    const { rows } =
      await sql<Taken>`update plan_practice practice set state = 'RUNNING', beat_at = now()
      from plan where plan.id = practice.plan_id and practice.id = (select id from plan_practice
          where ended_at is null and state = 'WAITING' order by id limit 1 for update)
        and not exists (select from plan_practice where ended_at is null and state = 'RUNNING')
      returning practice.id, practice.plan_id, plan.org_id, practice.principal as giver, plan.start_at`.execute(
        trx,
      )
    return rows[0] ?? null
  })
}

type Running = Where & { readonly asked: { readonly stop: boolean } }

async function runOne(
  store: Store,
  taken: Taken,
  { directUrl, hourMs, asked }: Running,
): Promise<void> {
  const { db, log, now } = store
  const giver = await standingNow(db, taken.giver)
  const from = Math.max(now().getTime(), taken.startAt === null ? 0 : Date.parse(taken.startAt))
  try {
    if (!giver) throw new Error('nobody stands behind it any more')
    const tell = (standing: Standing, isLast: boolean) =>
      keep(store, { ...taken, from, isLast }, standing)
    await runPractice(
      { db, directUrl },
      { planId: taken.planId, giver, from },
      {
        hourMs: hourMs ?? (practiceDaySeconds * 1000) / 24,
        log,
        tell: async (standing, isLast) => (await tell(standing, isLast)) && !asked.stop,
      },
    )
    // A server that stops has not seen its end.
    await end(store, taken, asked.stop ? 'BROKEN' : 'DONE')
  } catch (error) {
    log.error({ err: error, practice: taken.id }, 'a practice has broken off')
    await end(store, taken, 'BROKEN')
  }
}

interface Kept extends Taken {
  readonly from: number
  readonly isLast: boolean
}

/** Notes how it stands, for those who watch; answers whether it goes on. */
async function keep(
  { db, live }: Store,
  { id, planId, orgId, from, isLast }: Kept,
  standing: Standing,
): Promise<boolean> {
  const { state, reason, report } = await reportOf(standing)
  const forecast = isLast ? await foretold(standing, { from, report }) : null
  if (isLast) await keepResults(db, id, standing)
  const { rows } = await sql<{
    isStopping: boolean
  }>`update plan_practice set beat_at = now(), size = ${standing.size}, total = ${standing.total},
      began_at = ${new Date(from).toISOString()}, clock = ${new Date(standing.clock).toISOString()}, plan_state = ${state},
      plan_reason = ${reason}, report = ${JSON.stringify(report)}::jsonb,
      forecast = ${forecast === null ? null : JSON.stringify(forecast)}::jsonb
    where id = ${id} and ended_at is null returning is_stopping`.execute(db)
  live.changed({ path: plansPath, ids: [planId], orgIds: [orgId] })
  // Gone with its plan, or somebody has had enough.
  return rows[0]?.isStopping === false
}

async function end(
  { db, live }: Store,
  { id, planId, orgId }: Taken,
  state: 'DONE' | 'BROKEN',
): Promise<void> {
  await sql`update plan_practice set ended_at = now(), state = case when ${state} = 'DONE' and is_stopping then 'STOPPED' else ${state} end
    where id = ${id} and ended_at is null`.execute(db)
  live.changed({ path: plansPath, ids: [planId], orgIds: [orgId] })
}

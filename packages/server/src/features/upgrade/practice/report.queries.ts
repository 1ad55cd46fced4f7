import type { PlanForecast, PlanPractice } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { wavesOf } from '../plan/goingPlan.ts'
import { curveOf, shownWave } from '../plan/progress.queries.ts'
import type { Standing } from './runPractice.ts'

type Db = Kysely<DB>

const minute = 60_000

/** What a practice has come to, as it is kept and shown. */
export type Report = Pick<PlanPractice, 'waves' | 'curve' | 'failures'>

/** How the plan of a practice stands in it. */
export async function reportOf({ shadow: { db }, planId }: Standing) {
  const { rows } = await sql<{ state: string; reason: string | null; wave: number }>`
    select state, reason, wave from plan where id = ${planId}`.execute(db)
  const [plan] = rows
  if (!plan) throw new Error('a practice has lost its plan')
  const waves = await wavesOf(db, { id: planId, wave: plan.wave })
  const report: Report = {
    // Its pushes are nowhere but in the practice.
    waves: waves.map((wave) => ({ ...shownWave(wave), pushes: [] })),
    curve: await curveOf(db, planId),
    failures: await failuresOf(db, planId),
  }
  return { ...plan, report }
}

/** Of the last item of each terminal: what it failed with; and what became of it after it had installed. */
async function failuresOf(db: Db, planId: string): Promise<Report['failures']> {
  const { rows } = await sql<
    Report['failures'][number]
  >`select item.code, count(distinct item.device_id)::integer as count
    from plan_push made join push_item item on item.push_id = made.push_id
    where made.plan_id = ${planId} and made.purpose = 'FORTH' and item.code is not null
      and item.state in ('FAILED', 'REFUSED', 'TIMEOUT', 'EXPIRED') group by 1 order by 2 desc, 1`.execute(
    db,
  )
  return rows
}

/** What the practice says of the plan itself: when it is done, how much is downloaded at once, who comes too late. */
export async function foretold(
  { shadow: { db }, planId, size, total, peakMbits }: Standing,
  { from, report }: { readonly from: number; readonly report: Report },
): Promise<PlanForecast> {
  const since = (at: string) => Math.max(0, Math.round((Date.parse(at) - from) / minute))
  const { rows } = await sql<{ isOpen: boolean; last: string | null }>`select
      exists (select from plan where id = ${planId} and state <> 'FINISHED') as is_open,
      (select max(at) from plan_curve where plan_id = ${planId}) as last`.execute(db)
  const [{ isOpen, last } = { isOpen: true, last: null }] = rows
  const ended = report.waves.reduce(
    (sum, { succeeded, failed, noContact, unwell, leftOut }) =>
      sum + succeeded + failed + noContact + unwell + leftOut,
    0,
  )
  const share = size === 0 ? 1 : total / size
  return {
    minutes: isOpen ? null : last === null ? 0 : since(last),
    peakMbits: Math.round(peakMbits * share * 10) / 10,
    curve: [
      { minute: 0, done: 0 },
      ...report.curve.map(({ at, succeeded, failed }) => ({
        minute: since(at),
        done: Math.round((succeeded + failed) * share),
      })),
    ],
    waves: report.waves.flatMap(({ wave, startedAt, endedAt }) =>
      startedAt === null
        ? []
        : [{ wave, startMinute: since(startedAt), endMinute: since(endedAt ?? last ?? startedAt) }],
    ),
    late: Math.round(Math.max(0, size - ended) * share),
  }
}

/** Terminals that are copied back at once. */
const atOnce = 2000

/** Keeps what became of each copied terminal. */
export async function keepResults(
  real: Db,
  practiceId: string,
  { shadow: { db }, planId }: Standing,
): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{
      deviceId: string
    }>`select target.device_id, target.wave, item.state, item.code, item.attempt,
        item.from_version, target.outcome, item.published_at as told_at, item.ended_at
      from plan_target target left join lateral (select item.* from plan_push made
          join push_item item on item.push_id = made.push_id and item.device_id = target.device_id
        where made.plan_id = target.plan_id and made.purpose = 'FORTH'
        order by item.state = 'CANCELLED' and item.code = 'S610', made.place desc limit 1) as item on true
      where target.plan_id = ${planId} and target.device_id > ${after} order by 1 limit ${atOnce}`.execute(
      db,
    )
    await sql`insert into plan_practice_result (practice_id, device_id, wave, state, code, attempt, from_version, outcome, told_at, ended_at)
      select ${practiceId}, device.id, told.wave, coalesce(told.state, 'CREATED'), told.code, coalesce(told.attempt, 1),
        told."fromVersion", told.outcome, told."toldAt", told."endedAt"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told ("deviceId" uuid, wave smallint, state text, code text,
          attempt smallint, "fromVersion" text, outcome text, "toldAt" timestamptz, "endedAt" timestamptz)
        join device on device.id = told."deviceId"
      on conflict do nothing`.execute(real)
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = last.deviceId
  }
}

import { type SqlBool, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { deviceOutbox } from '../../../kit/outbox.ts'
import { announceTraces } from './announceTraces.ts'
import { isAtHome } from './isAtHome.ts'
import { tellToStop } from './saveChunks.ts'

type Store = Pick<Platform, 'db' | 'live' | 'now'>

/** Seconds that a terminal may take to begin, be away, or run over its time. */
const patience = { begin: 60, away: 60, over: 20 } as const
/** Traces of one round. */
const atOnce = 500

const isOnline = sql<SqlBool>`exists (select from device_online online where online.device_id = trace.device_id)`
const isOld = (moment: string, seconds: number) =>
  sql<SqlBool>`${sql.ref(moment)} < now() - make_interval(secs => ${seconds})`

/** Which open traces are over, and how: the first that holds. */
const verdict = sql`case
  when trace.device_id is not null and not ${isAtHome} then 'STOPPED'
  when state = 'REQUESTED' and ${isOld('trace.created_at', patience.begin)} and ${isOnline} then 'FAILED'
  when state = 'REQUESTED' and ${isOld('trace.created_at', patience.begin)} then 'DEVICE_OFFLINE'
  when state = 'STREAMING' and trace.started_at + make_interval(mins => trace.max_minutes, secs => ${patience.over}) < now()
    then 'TIMEOUT'
  when state = 'STREAMING' and not ${isOnline}
    and coalesce(trace.last_at, trace.started_at) < now() - make_interval(secs => ${patience.away})
    then 'DEVICE_OFFLINE' end`

/** Ends traces of which nothing more is to be expected; their terminals are told to stop. */
export async function sweepTraces({ db, live, now }: Store): Promise<void> {
  const ended = await db.transaction().execute(async (own) => {
    const { rows } = await sql<{
      id: string
      orgId: string
      sn: string
    }>`with judged as materialized (
        select trace.id, ${verdict} as state from log_trace trace where trace.ended_at is null
        order by trace.id limit ${atOnce} for update skip locked)
      update log_trace trace set state = judged.state, ended_at = now(),
        cause = case judged.state when 'STOPPED' then 'MOVED' when 'TIMEOUT' then 'TIME' when 'FAILED' then 'NO_ANSWER' else 'OFFLINE' end
      from judged where trace.id = judged.id and judged.state is not null
      returning trace.id, trace.org_id, trace.sn`.execute(own)
    await tellToStop({ db: own, now }, rows)
    return rows
  })
  if (ended.length === 0) return
  live.ring(deviceOutbox)
  announceTraces(live, ended)
}

import { sql } from 'kysely'
import { every, type Job } from '../../kit/jobs.ts'
import type { Platform } from '../../kit/context.ts'
import { parameter } from '../system/parameter/index.ts'

/** Days for which there is room ahead: so long may workers be away. */
const daysAhead = 6

/** Makes room for the days of the trail to come, and drops those that have served their time. */
export const mqttJobs: readonly Job[] = [
  every('11 * * * *', 'mqtt.trailDays', async ({ db }) => {
    await sql`select make_day_partitions('mqtt_log', ${daysAhead})`.execute(db)
  }),
  every('5 3 * * *', 'mqtt.forgetTrail', forgetTrail),
]

/** Nothing is deleted row by row but what little lies beside the days. */
async function forgetTrail({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  const days = await parameter(db, 'log.mqtt.keepDays')
  const since = sql`now() - make_interval(days => ${days})`
  const { rows } = await sql<{ day: string }>`
    select days_before('mqtt_log', ${since})::text as day`.execute(db)
  for (const { day } of rows) {
    await sql`drop table ${sql.table(day)}`.execute(db)
    log.info({ day }, 'a day of the message trail has served its time')
  }
  await sql`delete from mqtt_log_rest where at < ${since}`.execute(db)
  await sql`delete from mqtt_log_gap where to_at < ${since}`.execute(db)
  // Gateways that stopped without a word.
  await sql`delete from mqtt_node where beat_at < now() - interval '1 hour'`.execute(db)
}

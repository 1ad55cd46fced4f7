import { sql } from 'kysely'

/** How many days before today the demo tells of. */
export const days = 30

/** A number from 0 to 1 that is the same at every start: of a terminal, a day and a purpose. */
export const chance = (purpose: string) =>
  sql`(('x' || left(md5(device.sn || day::date || ${purpose}), 7))::bit(28)::integer / 268435456.0)`

/** Each day of the month before today, for each terminal of the demo that works and was in service by then. */
export const everyDay = sql`device cross join generate_series(date_trunc('day', now(), 'UTC') - make_interval(days => ${days}),
    date_trunc('day', now(), 'UTC') - interval '1 day', interval '1 day') as day
  where device.batch_no = 'DEMO' and device.lifecycle = 'ACTIVE' and device.activated_at < day`

import type { ClientCalls } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'

/** Failed calls that one answer shows, the newest. */
const maxFailed = 20

/** The calls of the last 24 hours, every hour of them, also those without a call. */
export async function callsOfDay(ctx: Context, clientId: string): Promise<ClientCalls> {
  const now = ctx.now().toISOString()
  const hours = await sql<ClientCalls['hours'][number]>`select hour.at as hour,
      coalesce(sum(spent.calls), 0)::int as calls, coalesce(sum(spent.errors), 0)::int as errors,
      coalesce(sum(spent.refused), 0)::int as refused
    from generate_series(date_trunc('hour', ${now}::timestamptz) - interval '23 hours',
      ${now}::timestamptz, interval '1 hour') as hour (at)
      left join api_client_minute spent on spent.client_id = ${clientId}
        and spent.minute >= hour.at and spent.minute < hour.at + interval '1 hour'
    group by hour.at order by hour.at`.execute(ctx.db)
  const failed = await sql<ClientCalls['failed'][number]>`select id, at, method, path, code, ip
    from api_client_error where client_id = ${clientId}
    order by at desc, id desc limit ${maxFailed}`.execute(ctx.db)
  return { hours: hours.rows, failed: failed.rows }
}

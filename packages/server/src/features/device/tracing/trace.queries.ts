import type pg from 'pg'
import type { ReportRow } from '../ingest/sortBatch.rules.ts'

interface Touched {
  readonly id: string
  readonly orgId: string
}

interface Told {
  readonly id: string
  readonly deviceId: string
  readonly state: 'FAILED' | 'STREAMING'
  readonly cause: string | null
}

const refusals: ReadonlySet<string> = new Set(['FAILED', 'REFUSED', 'EXPIRED', 'CANCELLED'])

/** Notes what terminals answer to the beginning of a trace; answers those that have begun, or cannot. */
export async function noteTraceReports(
  client: pg.ClientBase,
  reports: readonly ReportRow[],
): Promise<Touched[]> {
  const told = reports.flatMap(({ deviceId, body: { item, state, code } }): Told[] => {
    const id = item.toLowerCase()
    if (refusals.has(state)) return [{ id, deviceId, state: 'FAILED', cause: code ?? state }]
    return state === 'SUCCESS' ? [{ id, deviceId, state: 'STREAMING', cause: null }] : []
  })
  if (told.length === 0) return []
  const { rows } = await client.query<Touched>({
    name: 'trace.reports',
    text: `update log_trace trace set state = told.state, cause = told.cause,
        started_at = case when told.state = 'STREAMING' then coalesce(trace.started_at, now()) else trace.started_at end,
        ended_at = case when told.state = 'FAILED' then now() end
      from jsonb_to_recordset($1::jsonb) as told (id uuid, "deviceId" uuid, state text, cause text)
      where trace.id = told.id and trace.device_id = told."deviceId" and trace.state = 'REQUESTED'
      returning trace.id, trace.org_id as "orgId"`,
    values: [JSON.stringify(told)],
  })
  return rows
}

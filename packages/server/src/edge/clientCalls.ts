import type pg from 'pg'
import { codes } from '@muster/contract'
import type { Platform } from '../kit/context.ts'
import type { ReceivedRequest } from './signature.ts'

/** What became of one call of an API client or a personal token. */
export interface ClientCall {
  readonly clientId: string
  readonly request: Pick<ReceivedRequest, 'method' | 'url' | 'ip'>
  readonly code: number
  /** Turned away before its rights were looked at. */
  readonly isRefused: boolean
}

interface Minute {
  readonly clientId: string
  /** ISO 8601, the beginning of the minute. */
  readonly minute: string
  /** The address of its last call. */
  ip: string
  calls: number
  errors: number
  refused: number
}

interface Failed {
  readonly clientId: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly code: number
  readonly ip: string
}

/** What one process has counted since it last wrote. */
interface Tally {
  readonly minutes: Map<string, Minute>
  readonly failed: Failed[]
  timer: NodeJS.Timeout | null
}

const tallies = new WeakMap<pg.Pool, Tally>()

/** So soon the other nodes know of a call: a limit may be overrun by what arrives meanwhile. */
const flushMs = 500
/** Failed calls that are kept of each batch. */
const maxFailed = 20

/** Calls of a client that this process has not written yet. */
export function pendingCalls(pool: pg.Pool, clientId: string): number {
  let calls = 0
  for (const minute of tallies.get(pool)?.minutes.values() ?? [])
    if (minute.clientId === clientId) calls += minute.calls
  return calls
}

/** Counts a call; a batch writes it. */
export function noteCall(platform: Platform, call: ClientCall): void {
  const tally: Tally = tallies.get(platform.pool) ?? { minutes: new Map(), failed: [], timer: null }
  tallies.set(platform.pool, tally)
  const { clientId, request, code, isRefused } = call
  const at = platform.now().toISOString()
  const minute = `${at.slice(0, 16)}:00.000Z`
  const key = `${clientId} ${minute}`
  const none = { clientId, minute, ip: '', calls: 0, errors: 0, refused: 0 }
  const counts = tally.minutes.get(key) ?? none
  tally.minutes.set(key, counts)
  const isFailed = code !== codes.success
  if (isRefused) counts.refused += 1
  else {
    counts.calls += 1
    counts.ip = request.ip
    if (isFailed) counts.errors += 1
  }
  if (isFailed && tally.failed.length < maxFailed) {
    const { method, url, ip } = request
    const [path = ''] = url.split('?')
    tally.failed.push({ clientId, at, method, path: path.slice(0, 512), code, ip })
  }
  tally.timer ??= setTimeout(() => void flushCalls(platform), flushMs).unref()
}

/** Writes what was counted: one statement, however many calls there were. */
export async function flushCalls({ pool, log }: Pick<Platform, 'pool' | 'log'>): Promise<void> {
  const tally = tallies.get(pool)
  if (!tally) return
  if (tally.timer) clearTimeout(tally.timer)
  tallies.delete(pool)
  const values = [JSON.stringify([...tally.minutes.values()]), JSON.stringify(tally.failed)]
  try {
    await pool.query({ name: 'client.count', text: countSql, values })
  } catch (error) {
    log.warn({ err: error }, 'calls of API clients were not counted')
  }
}

const countSql = `
  with given as (select * from jsonb_to_recordset($1::jsonb) as given
      ("clientId" uuid, minute timestamptz, ip text, calls int, errors int, refused int)),
  told as (select given.* from given join api_client on api_client.id = given."clientId"),
  -- Ten minutes of a token begin with its first call after those before.
  tokens as (
    update personal_token token set last_used_at = greatest(token.last_used_at, used.minute),
      last_ip = used.ip,
      calls = used.calls + case when token.calls_since > used.minute - interval '10 minutes' then token.calls else 0 end,
      calls_since = case when token.calls_since > used.minute - interval '10 minutes'
        then token.calls_since else used.minute end
    from (select "clientId", max(minute) as minute, sum(calls)::int as calls,
        (array_agg(ip order by minute desc))[1] as ip
      from given where calls > 0 group by 1) used
    where token.id = used."clientId"),
  counted as (
    insert into api_client_minute as kept (client_id, minute, calls, errors, refused)
      select "clientId", minute, calls, errors, refused from told order by 1, 2
      on conflict (client_id, minute) do update set calls = kept.calls + excluded.calls,
        errors = kept.errors + excluded.errors, refused = kept.refused + excluded.refused),
  failed as (
    insert into api_client_error (client_id, at, method, path, code, ip)
      select failed."clientId", failed.at, failed.method, failed.path, failed.code, failed.ip
        from jsonb_to_recordset($2::jsonb) as failed
          ("clientId" uuid, at timestamptz, method text, path text, code int, ip text)
        join api_client on api_client.id = failed."clientId")
  update api_client set last_used_at = used.minute
    from (select "clientId", max(minute) as minute from told where calls > 0 group by 1) used
    where api_client.id = used."clientId"
      and (api_client.last_used_at is null or api_client.last_used_at < used.minute)`

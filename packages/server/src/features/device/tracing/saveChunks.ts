import { randomUUID } from 'node:crypto'
import { deviceMessages } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import { tell } from '../../../kit/outbox.ts'
import type { Database } from '../../../platform/db.ts'
import type { DB } from '../../../platform/schema.ts'
import { isFull } from './chunk.rules.ts'
import { isAtHome } from './isAtHome.ts'
import type { ReadPiece } from './pieces.ts'

type Db = Kysely<DB>

interface OpenTrace {
  readonly id: string
  readonly deviceId: string
  readonly orgId: string
  readonly sn: string
  readonly state: string
  bytes: number
  readonly maxMb: number
  /** It takes what comes. */
  readonly isOpen: boolean
  /** It was told to stop a moment ago. */
  readonly isTold: boolean
}

interface Saved {
  readonly grown: readonly OpenTrace[]
  readonly ended: readonly OpenTrace[]
  /** Something lies in the outbox. */
  readonly isTold: boolean
}

/** Seconds after its end in which a terminal may send what it had still. */
const tailSeconds = 30
/** Seconds until a terminal that goes on is told again to stop. */
const againSeconds = 10

/**
 * Keeps pieces of traces, each once however often it comes. What comes of a trace that is over is
 * thrown away, and its terminal told to stop.
 */
export function saveChunks(
  { db, now }: { readonly db: Database; readonly now: () => Date },
  pieces: readonly ReadPiece[],
): Promise<Saved> {
  return db.transaction().execute(async (own) => {
    const traces = await lockTraces(own, pieces)
    const taken: ReadPiece[] = []
    const over = new Set<OpenTrace>()
    const full = new Set<OpenTrace>()
    for (const piece of pieces) {
      const trace = traces.get(piece.traceId)
      // A terminal speaks of its own traces only.
      if (!trace || trace.deviceId !== piece.deviceId) continue
      if (!trace.isOpen) over.add(trace)
      else if (isFull(trace, piece.bytes)) full.add(trace)
      else {
        trace.bytes += piece.bytes
        taken.push(piece)
      }
    }
    const grown = taken.length > 0 ? await insertChunks(own, taken) : []
    const ends = await noteEnds(own, taken, full)
    const untold = [...over, ...full].filter(({ isTold }) => !isTold)
    await tellToStop({ db: own, now }, untold)
    const of = (ids: readonly string[]) => ids.flatMap((id) => traces.get(id) ?? [])
    const begun = of(grown).filter(({ state }) => state === 'REQUESTED')
    return { grown: of(grown), ended: [...of(ends), ...begun], isTold: untold.length > 0 }
  })
}

async function lockTraces(
  db: Db,
  pieces: readonly ReadPiece[],
): Promise<ReadonlyMap<string, OpenTrace>> {
  const ids = [...new Set(pieces.map(({ traceId }) => traceId))]
  const { rows } = await sql<OpenTrace>`select id, device_id, org_id, sn, state, bytes, max_mb,
      ${isAtHome} and (ended_at is null or (state in ('STOPPED', 'TIMEOUT') and not is_complete and sha256 is null
        and ended_at > now() - make_interval(secs => ${tailSeconds}))) as is_open,
      stop_told_at > now() - make_interval(secs => ${againSeconds}) is true as is_told
    from log_trace trace where id = any(${ids}::uuid[]) order by id for update`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Answers the traces that have grown. */
async function insertChunks(db: Db, pieces: readonly ReadPiece[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with new as (
      insert into log_trace_chunk (trace_id, seq, data, lines, bytes, lost)
      select told.* from unnest(${pieces.map(({ traceId }) => traceId)}::uuid[],
        ${pieces.map(({ chunk }) => chunk.seq)}::integer[], ${pieces.map(({ data }) => data)}::bytea[],
        ${pieces.map(({ lines }) => lines)}::integer[], ${pieces.map(({ bytes }) => bytes)}::integer[],
        ${pieces.map(({ chunk }) => Math.min(chunk.lost ?? 0, 1_000_000_000))}::integer[])
        as told (trace_id, seq, data, lines, bytes, lost)
      order by told.trace_id, told.seq
      on conflict (trace_id, seq) do nothing returning trace_id, seq, lines, bytes, lost),
    sums as (select trace_id, sum(lines) as lines, sum(bytes) as bytes, sum(lost) as lost, count(*) as chunks,
      max(seq) as seq from new group by 1)
    update log_trace trace set lines = trace.lines + sums.lines, bytes = trace.bytes + sums.bytes,
        lost_lines = trace.lost_lines + sums.lost, chunks = trace.chunks + sums.chunks,
        last_seq = greatest(trace.last_seq, sums.seq), last_at = now(), started_at = coalesce(trace.started_at, now()),
        state = case when trace.state = 'REQUESTED' then 'STREAMING' else trace.state end
    from sums where trace.id = sums.trace_id returning trace.id`.execute(db)
  return rows.map(({ id }) => id)
}

const endStates: Readonly<Record<string, readonly [state: string, cause: string]>> = {
  STOPPED: ['STOPPED', 'TERMINAL'],
  TIME: ['TIMEOUT', 'TIME'],
  SIZE: ['STOPPED', 'SIZE'],
  FAILED: ['FAILED', 'TERMINAL'],
}

/** Ends traces whose terminals say so, and those that are as large as they may be; answers them. */
async function noteEnds(
  db: Db,
  pieces: readonly ReadPiece[],
  full: ReadonlySet<OpenTrace>,
): Promise<string[]> {
  const told = pieces.flatMap(({ traceId, chunk: { end } }) => {
    const [state, cause] = endStates[end ?? ''] ?? []
    return state && cause ? [{ id: traceId, state, cause, complete: true }] : []
  })
  const said = new Set(told.map(({ id }) => id))
  for (const { id } of full)
    if (!said.has(id)) told.push({ id, state: 'STOPPED', cause: 'SIZE', complete: false })
  if (told.length === 0) return []
  const { rows } = await sql<{ id: string }>`update log_trace trace set
      state = case when trace.ended_at is null then told.state else trace.state end,
      cause = case when trace.ended_at is null then told.cause else trace.cause end,
      ended_at = coalesce(trace.ended_at, now()), is_complete = trace.is_complete or told.complete
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as told (id uuid, state text, cause text, complete boolean)
    where trace.id = told.id returning trace.id`.execute(db)
  return rows.map(({ id }) => id)
}

interface Named {
  readonly id: string
  readonly sn: string
}

interface Teller {
  readonly db: Db
  readonly now: () => Date
  readonly ring?: (kind: string) => void
}

/** Seconds for which a word about a trace is worth delivering. */
export const wordSeconds = 60

/** Tells terminals to end their traces; one that does not hear it is told again when it goes on. */
export async function tellToStop(
  { db, now, ring = () => undefined }: Teller,
  traces: readonly Named[],
): Promise<void> {
  const expiresAt = now().getTime() + wordSeconds * 1000
  for (const { id, sn } of traces)
    await tell({ db, ring }, deviceMessages.commandNotice, {
      to: { sn, messageId: randomUUID(), expiresAt },
      body: { item: id, cmd: 'LOG_TRACE_STOP', args: {}, attempt: 1 },
    })
  if (traces.length > 0)
    await sql`update log_trace set stop_told_at = now()
      where id = any(${traces.map(({ id }) => id)}::uuid[])`.execute(db)
}

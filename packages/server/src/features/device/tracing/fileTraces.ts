import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import { CrashFinder, mostCrashes } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { fileStoreIn } from '../../../platform/fileStore.ts'
import type { DB } from '../../../platform/schema.ts'
import { dropContent, lockContent } from '../../file/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { announceTraces } from './announceTraces.ts'

type Db = Kysely<DB>
type Store = Pick<Platform, 'db' | 'env' | 'live'>

/** Seconds after its end in which pieces of a trace may still come. */
const settleSeconds = 35
/** Pieces that are read at once. */
const atOnce = 50
/** Traces that are forgotten in one round. */
const mostForgotten = 200

const unpack = promisify(gunzip)

/** Makes a file of each trace that is over, one at a time: its pieces go then. */
export async function fileTraces({ db, env, live }: Store): Promise<void> {
  for (;;) {
    const filed = await db.transaction().execute(async (own) => {
      const { rows } = await sql<{ id: string; orgId: string }>`select id, org_id from log_trace
        where ended_at is not null and sha256 is null and chunks > 0
          and (is_complete or ended_at < now() - make_interval(secs => ${settleSeconds}))
        order by ended_at limit 1 for update skip locked`.execute(own)
      const [trace] = rows
      if (!trace) return null
      const finder = new CrashFinder(mostCrashes)
      const content = Readable.from(piecesOf(own, trace.id, finder), { objectMode: false })
      const { sha256, bytes } = await fileStoreIn(env.dataFolder).put(content)
      await lockContent(own, sha256)
      await sql`update log_trace set sha256 = ${sha256}, file_bytes = ${bytes},
        found = ${JSON.stringify(finder.end())}::jsonb where id = ${trace.id}`.execute(own)
      await sql`delete from log_trace_chunk where trace_id = ${trace.id}`.execute(own)
      return trace
    })
    if (!filed) return
    announceTraces(live, [filed])
  }
}

interface Chunk {
  readonly seq: number
  readonly data: Buffer
  readonly lost: number
}

/** What is missing between pieces, as a line of its own. */
function gapLines(missing: number, lost: number): string[] {
  return [
    ...(missing > 0 ? [`# ${missing} pieces are missing here: lost on the way`] : []),
    ...(lost > 0 ? [`# ${lost} lines are missing here: thrown away by the terminal`] : []),
  ]
}

/** The pieces one behind the other, each a whole gzip of its own, as RFC 1952 lets them be. */
async function* piecesOf(db: Db, id: string, finder: CrashFinder): AsyncGenerator<Buffer> {
  for (let after = -1; ; ) {
    const chunks = await readChunks(db, id, { after, limit: atOnce })
    for (const { seq, data, lost } of chunks) {
      const gap = gapLines(seq - after - 1, lost)
      for (const line of gap) finder.see(line)
      if (gap.length > 0) yield gzipSync(`${gap.join('\n')}\n`)
      if (data.length > 0) {
        for (const line of linesOf(await unpack(data))) finder.see(line)
        yield data
      }
      after = seq
    }
    if (chunks.length < atOnce) return
  }
}

export const linesOf = (text: Buffer): string[] => text.toString().replace(/\n$/, '').split('\n')

/** Pieces of a trace after one of them, in their order. */
export async function readChunks(
  db: Db,
  traceId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Chunk[]> {
  const { rows } = await sql<Chunk>`select seq, data, lost from log_trace_chunk
    where trace_id = ${traceId} and seq > ${after} order by seq limit ${limit}`.execute(db)
  return rows
}

/** Forgets traces that have served their time. */
export async function forgetTraces({ db, env }: Pick<Platform, 'db' | 'env'>): Promise<void> {
  const days = await parameter(db, 'log.trace.keepDays')
  for (;;) {
    const count = await db.transaction().execute(async (own) => {
      const { rows } = await sql<{ sha256: Buffer | null }>`delete from log_trace where id in (
          select id from log_trace where ended_at < now() - make_interval(days => ${days})
          order by ended_at limit ${mostForgotten}) returning sha256`.execute(own)
      await dropContent(
        { db: own, env },
        rows.flatMap(({ sha256 }) => (sha256 ? [sha256] : [])),
      )
      return rows.length
    })
    if (count < mostForgotten) return
  }
}

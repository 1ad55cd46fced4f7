import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { isUtf8 } from 'node:buffer'
import { mostTraceBytes } from '@muster/contract'
import { deviceOutbox } from '../../../kit/outbox.ts'
import { openBatcher } from '../../../platform/batcher.ts'
import { openDatabase } from '../../../platform/db.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { isPoison } from '../ingest/isPoison.ts'
import { announceTail, announceTraces } from './announceTraces.ts'
import { countLines, isInPace, newPace, type Pace } from './chunk.rules.ts'
import type { Piece, ReadPiece } from './pieces.ts'
import { saveChunks } from './saveChunks.ts'

/** Takes pieces of traces. None of them is worth that anything else waits for it. */
interface TraceIntake {
  readonly take: (piece: Piece) => void
  readonly stop: () => Promise<void>
}

/** Pieces that may wait for the database. */
const room = 300
/** Pieces that are unpacked at the same time. */
const mostReading = 8
/** Traces whose pace is known. */
const mostPaces = 2000

const unpack = promisify(gunzip)
const pack = promisify(gzip)

export function openTraceIntake(platform: LinkPlatform): TraceIntake {
  const { live, log, now } = platform
  const db = openDatabase(platform.pool)
  const paces = new Map<string, Pace>()
  let reading = 0
  const batcher = openBatcher<ReadPiece>({
    async flush(pieces) {
      const { grown, ended, isTold } = await saveChunks({ db, now }, pieces)
      for (const trace of grown) announceTail(live, trace)
      announceTraces(live, ended)
      if (isTold) live.ring(deviceOutbox)
    },
    isPoison,
    setAside: (_, error) => {
      drop('poison')
      log.warn({ err: error }, 'a piece of a trace cannot be stored')
    },
    maxItems: 64,
    lingerMs: 150,
    maxWaiting: room,
    maxWaitMs: 5_000,
  })

  const drop = (because: string) => counted.quarantined.inc({ because: `trace ${because}` })

  function isPaced(traceId: string, at: number): boolean {
    const pace = paces.get(traceId) ?? newPace(at)
    paces.delete(traceId)
    paces.set(traceId, pace)
    const [oldest] = paces.keys()
    if (paces.size > mostPaces && oldest !== undefined) paces.delete(oldest)
    return isInPace(pace, at)
  }

  /** Whatever does not get through is acknowledged all the same: it would only come again. */
  async function read(piece: Piece): Promise<void> {
    reading += 1
    try {
      const read = await readPiece(piece)
      if (!read) drop('unreadable')
      else if (batcher.add(read)) return
      else drop('flood')
    } finally {
      reading -= 1
    }
    piece.done()
  }

  return {
    take(piece) {
      // An end is never thrown away for its pace: nobody would know that it is over.
      const isWelcome = piece.chunk.end !== undefined || isPaced(piece.chunk.item, piece.at)
      if (isWelcome && reading < mostReading && batcher.size < room) {
        void read(piece)
        return
      }
      drop('flood')
      piece.done()
    },
    stop: () => batcher.stop(),
  }
}

/** Unpacks a piece, and packs it again where it holds what no text may; null: it cannot be read. */
async function readPiece(piece: Piece): Promise<ReadPiece | null> {
  const { item, data: packed } = piece.chunk
  const traceId = item.toLowerCase()
  const data = Buffer.from(packed, 'base64')
  if (data.length === 0) return { ...piece, traceId, data, bytes: 0, lines: 0 }
  try {
    const text = await unpack(data, { maxOutputLength: mostTraceBytes })
    const clean = isUtf8(text) && !text.includes(0) && text.at(-1) === 10 ? null : mended(text)
    const whole = clean ?? text
    return {
      ...piece,
      traceId,
      data: clean ? await pack(clean) : data,
      bytes: whole.length,
      lines: countLines(whole),
    }
  } catch {
    return null
  }
}

/** UTF-8 without NUL whose last line is ended: pieces are put one behind the other. */
function mended(text: Buffer): Buffer {
  const clean = text.toString().replaceAll('\0', '')
  return Buffer.from(clean.endsWith('\n') ? clean : `${clean}\n`)
}

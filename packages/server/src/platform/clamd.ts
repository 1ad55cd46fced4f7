import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { requireNoConnection } from './holding.ts'

/** Why the scanner cannot say whether something is clean. REFUSED: it broke off, or takes nothing of this size. */
export class ScannerFault extends Error {
  readonly kind: 'AWAY' | 'REFUSED'

  constructor(kind: ScannerFault['kind'], cause: unknown) {
    super(`the virus scanner is ${kind.toLowerCase()}`, { cause })
    this.kind = kind
  }
}

const connectMs = 5_000
/** A large archive may be looked through for minutes before clamd says a word. */
const silentMs = 15 * 60_000

/**
 * Shows bytes to clamd as they come (its command INSTREAM): the name of what it found, or null when
 * they are clean. Throws {@link ScannerFault} when it does not say.
 */
export async function scanStream(
  address: string,
  content: Readable,
  signal?: AbortSignal,
): Promise<string | null> {
  // A stream that nobody has begun to read keeps its file open.
  const answer = await ask(address, framed(content), signal).finally(() => content.destroy())
  const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (signature !== undefined) return signature
  if (answer === 'stream: OK') return null
  throw new ScannerFault('REFUSED', answer)
}

/** What clamd says of itself: `ClamAV 1.4.3/27800/Sat Nov 21 …`. */
export const scannerVersion = (address: string): Promise<string> =>
  ask(address, [Buffer.from('zVERSION\0')])

/** Each part after its length, none after the last. */
async function* framed(content: Readable) {
  yield Buffer.from('zINSTREAM\0')
  for await (const part of content) {
    const bytes = Buffer.from(part)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    yield Buffer.concat([length, bytes])
  }
  yield Buffer.alloc(4)
}

type Sent = AsyncIterable<Buffer> | Iterable<Buffer>

/** Sends one command; clamd answers and hangs up. */
async function ask(address: string, sent: Sent, signal?: AbortSignal): Promise<string> {
  requireNoConnection('the virus scanner')
  const socket = await reach(address)
  const over = new AbortController()
  const stop = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  stop.addEventListener('abort', () => socket.destroy(), { once: true })
  const answer = text(socket)
  // Whoever has answered, or hung up, reads no more: nothing is waited for that cannot come.
  answer.catch(() => undefined).finally(() => over.abort())
  try {
    for await (const part of sent) {
      stop.throwIfAborted()
      if (!socket.write(part)) await once(socket, 'drain', { signal: stop })
    }
    return (await answer).replace(/\0$/, '')
  } catch (error) {
    signal?.throwIfAborted()
    throw new ScannerFault('REFUSED', error)
  } finally {
    socket.destroy()
  }
}

async function reach(address: string): Promise<Socket> {
  const { protocol, hostname, port, pathname } = new URL(address)
  const isLocal = protocol === 'unix:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect(
    isLocal ? { path: decodeURI(pathname) } : { host, port: Number(port || 3310) },
  )
  // Whoever waits for it hears of its end; an error that comes later is nobody's.
  socket.on('error', () => undefined)
  socket.setTimeout(connectMs, () => socket.destroy(new Error('silent')))
  try {
    await once(socket, 'connect')
  } catch (error) {
    socket.destroy()
    throw new ScannerFault('AWAY', error)
  }
  return socket.setTimeout(silentMs)
}

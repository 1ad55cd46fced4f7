import type { ServerResponse } from 'node:http'
import type { Platform } from '../../kit/context.ts'
import { openBatcher, type Waiting } from '../../platform/batcher.ts'
import { every } from '../../platform/every.ts'
import { freeSlots, leaseSeconds, type Reading, renewSlots } from './slot.queries.ts'

/** A slot that a request has taken. */
export type Lease = Omit<Reading, 'bytes'>

interface Reader extends Lease {
  readonly answer: ServerResponse
  /** What its connection had written before, and at the last renewal. */
  written: number
  /** Renewals since it wrote anything. */
  stalled: number
}

interface Ended extends Reading, Waiting {}

/** Renewals within one lease. */
const renewals = 3

/**
 * Holds slots while they are read by. Who reads nothing for the time of a lease is cut off: he comes
 * back and goes on where he was; so is who reads what his item no longer wants, and who has asked again
 * meanwhile: one slot is for one reading. Who goes away gives his slot back at once.
 */
export function openLeases({ pool, log, now }: Pick<Platform, 'pool' | 'log' | 'now'>) {
  const readers = new Set<Reader>()
  const seconds = leaseSeconds / renewals
  const renewing = every({ name: 'the renewal of download slots', seconds, log }, renew)
  const ended = openBatcher<Ended>({
    flush: (readings) => freeSlots(pool, readings),
    isPoison: () => false,
    setAside: () => undefined,
    maxItems: 1000,
    lingerMs: 0,
    maxWaiting: 100_000,
    maxWaitMs: (leaseSeconds * 1000) / renewals,
  })

  async function renew(): Promise<void> {
    const [reading, silent] = [[...readers].map(progressOf), new Set<Reader>()]
    for (const { reader, bytes } of reading) {
      reader.stalled = bytes === 0 ? reader.stalled + 1 : 0
      if (reader.stalled >= renewals) silent.add(reader)
    }
    for (const { answer } of silent) answer.destroy()
    const alive = reading.filter(({ bytes }) => bytes > 0)
    if (alive.length === 0) return
    const held = await renewSlots(
      pool,
      alive.map(({ reader: { itemId, lease }, bytes }) => ({ itemId, lease, bytes })),
    )
    for (const { reader } of alive) if (!held.has(reader.lease)) reader.answer.destroy()
  }

  function giveBack(lease: Lease, bytes: number): void {
    const done = (error?: Error | null) => {
      // It is free when its lease is over.
      if (error) log.warn({ err: error }, 'a download slot was not given back')
    }
    ended.add({ ...lease, bytes, at: now().getTime(), done })
  }

  function hold(answer: ServerResponse, lease: Lease): void {
    const reader = { ...lease, answer, written: answer.socket?.bytesWritten ?? 0, stalled: 0 }
    const { socket } = answer
    // Who went away while the slot was taken closes no more.
    if (answer.destroyed || answer.closed) return giveBack(lease, 0)
    for (const earlier of readers) if (earlier.itemId === lease.itemId) earlier.answer.destroy()
    readers.add(reader)
    answer.once('close', () => {
      readers.delete(reader)
      giveBack(lease, (socket?.bytesWritten ?? reader.written) - reader.written)
    })
  }

  return {
    hold,
    /** Cuts off whoever reads: the process ends. */
    async stop(): Promise<void> {
      for (const { answer } of readers) answer.destroy()
      await renewing.stop()
      await ended.stop()
    },
  }
}

/** Bytes that its connection has written since it was asked last. */
function progressOf(reader: Reader) {
  const written = reader.answer.socket?.bytesWritten ?? reader.written
  const bytes = written - reader.written
  reader.written = written
  return { reader, bytes }
}

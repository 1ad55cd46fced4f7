import type { ServerResponse } from 'node:http'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../kit/context.ts'
import { freeSlot, leaseSeconds, renewSlot } from './slot.queries.ts'

/** A slot that a request has taken. */
export interface Lease {
  readonly itemId: string
  readonly lease: string
}

interface Reading extends Lease {
  readonly answer: ServerResponse
  /** What its connection had written before, and at the last renewal. */
  written: number
  /** Renewals since it wrote anything. */
  stalled: number
}

/** Renewals within one lease. */
const renewals = 3

/**
 * Holds slots while they are read by. Who reads nothing for the time of a lease is cut off: he comes
 * back and goes on where he was; so is who reads what his item no longer wants, and who has asked again
 * meanwhile: one slot is for one reading. Who goes away gives his slot back at once.
 */
export function openLeases({ pool, log }: Pick<Platform, 'pool' | 'log'>) {
  const readings = new Set<Reading>()
  const seconds = leaseSeconds / renewals
  const renewing = every({ name: 'the renewal of download slots', seconds, log }, async () => {
    for (const reading of readings) await renew(reading)
  })

  async function renew(reading: Reading): Promise<void> {
    const bytes = takeBytes(reading)
    reading.stalled = bytes === 0 ? reading.stalled + 1 : 0
    const isOver = bytes > 0 && !(await renewSlot(pool, { ...reading, bytes }))
    if (isOver || reading.stalled >= renewals) reading.answer.destroy()
  }

  function hold(answer: ServerResponse, lease: Lease): void {
    const reading = { ...lease, answer, written: answer.socket?.bytesWritten ?? 0, stalled: 0 }
    const { socket } = answer
    for (const earlier of readings) if (earlier.itemId === lease.itemId) earlier.answer.destroy()
    readings.add(reading)
    answer.once('close', () => {
      readings.delete(reading)
      const bytes = (socket?.bytesWritten ?? reading.written) - reading.written
      freeSlot(pool, { ...lease, bytes }).catch((error: unknown) => {
        // It is free when its lease is over.
        log.warn({ err: error }, 'a download slot was not given back')
      })
    })
  }

  return {
    hold,
    /** Cuts off whoever reads: the process ends. */
    async stop(): Promise<void> {
      for (const { answer } of readings) answer.destroy()
      await renewing.stop()
    },
  }
}

/** Bytes that its connection has written since it was asked last. */
function takeBytes(reading: Reading): number {
  const written = reading.answer.socket?.bytesWritten ?? reading.written
  const bytes = written - reading.written
  reading.written = written
  return bytes
}

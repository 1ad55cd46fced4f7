import type pg from 'pg'
import { openBatcher, type Waiting } from '../../../platform/batcher.ts'
import { lifecyclesThatConnect } from '../lifecycle.rules.ts'

/** A serial number somebody asks for; several who ask for the same wait together, in order. */
interface Question extends Waiting {
  readonly sn: string
}

type Told = (deviceId: string | null) => void

interface Known {
  readonly deviceId: string | null
  readonly until: number
}

/** How long an answer is believed: a terminal that may no longer report is known as such by then. */
const believedMs = { known: 60_000, unknown: 10_000 }
const maxKnown = 200_000

export interface Directory {
  /** Tells the id of the terminal that may report under this number; null where there is none. */
  readonly find: (sn: string, told: Told, failed: (error: Error) => void) => void
  readonly stop: () => Promise<void>
}

/** Terminals by serial number, remembered for a while and looked up together. */
export function openDirectory({ pool, now }: { pool: pg.Pool; now: () => Date }): Directory {
  const known = new Map<string, Known>()
  const asking = new Map<string, { told: Told; failed: (error: Error) => void }[]>()
  const questions = openBatcher<Question>({
    async flush(batch) {
      const found = await findDevices(
        pool,
        batch.map(({ sn }) => sn),
      )
      const at = now().getTime()
      for (const { sn } of batch) {
        const deviceId = found.get(sn) ?? null
        known.set(sn, { deviceId, until: at + (deviceId ? believedMs.known : believedMs.unknown) })
      }
      if (known.size > maxKnown) known.clear()
      for (const { sn } of batch) answer(sn, ({ told }) => told(found.get(sn) ?? null))
    },
    isPoison: () => false,
    setAside: () => undefined,
    maxItems: 1000,
    lingerMs: 5,
    maxWaiting: 50_000,
    maxWaitMs: 15_000,
  })

  function answer(
    sn: string,
    tell: (waiting: { told: Told; failed: (error: Error) => void }) => void,
  ) {
    const waiting = asking.get(sn) ?? []
    asking.delete(sn)
    waiting.forEach(tell)
  }

  function find(sn: string, told: Told, failed: (error: Error) => void): void {
    const waiting = asking.get(sn)
    if (waiting) {
      waiting.push({ told, failed })
      return
    }
    const at = now().getTime()
    const entry = known.get(sn)
    if (entry && entry.until > at) return told(entry.deviceId)
    asking.set(sn, [{ told, failed }])
    const done = (error?: Error | null) => error && answer(sn, (one) => one.failed(error))
    if (!questions.add({ sn, at, done })) done(new Error('too many terminals are looked up'))
  }

  return { find, stop: questions.stop }
}

async function findDevices(pool: pg.Pool, sns: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; sn: string }>({
    name: 'link.directory',
    text: `select device.id, device.sn from device where device.sn = any($1::text[])
      and device.deleted_at is null and device.sealed_secret is not null
      and device.lifecycle = any($2::text[])`,
    values: [sns, lifecyclesThatConnect],
  })
  return new Map(rows.map(({ id, sn }) => [sn, id]))
}

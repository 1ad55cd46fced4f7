import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPreparedDatabase } from '../prepared.ts'
import type { TestDatabase } from '../testDatabase.ts'
import { freePort } from '../freePorts.ts'
import { type FaultBench, findLost, openFaultBench } from './faultBench.ts'
import { until } from '../until.ts'

let bench: FaultBench

interface Place {
  readonly name: string
  readonly isEmbedded: boolean
  readonly count: number
  readonly kills: number
}

const places: readonly Place[] = [
  { name: 'is killed', isEmbedded: false, count: 60, kills: 3 },
  { name: 'is killed with the database inside', isEmbedded: true, count: 30, kills: 2 },
]

describe.each(places)(
  'a server that $name while $count terminals report',
  ({ isEmbedded, count, kills }) => {
    let database: TestDatabase | null = null

    beforeAll(async () => {
      database = isEmbedded ? null : await createPreparedDatabase()
      const place = database ? { databaseUrl: database.url } : {}
      bench = await openFaultBench({ ...place, mqttPort: await freePort(), count })
    }, 300_000)

    afterAll(async () => {
      await bench.close()
      await database?.drop()
    })

    it('loses nothing that it acknowledged', async () => {
      const { fleet } = bench
      const acts = () => fleet.terminals.flatMap(({ effects }) => effects).length
      const before = acts()
      const items: string[] = []
      for (let kill = 0; kill < kills; kill++) {
        for (const { identity } of fleet.terminals)
          items.push(
            await bench.command(identity.sn, {
              cmd: 'SYNC',
              args: { info: true, net: true, location: true },
            }),
          )
        // In the midst of sending, reporting and beating: a terminal takes up to a second.
        await sleep(150 + kill * 350)
        await bench.kill()
        await bench.start()
        await until(async () => fleet.figures.online === count, 'all terminals are back')
      }
      const states = async () =>
        (
          await bench.pool.query<{ state: string; count: number }>(
            'select state, count(*) as count from push_item where id = any($1) group by state',
            [items],
          )
        ).rows
      await until(async () => {
        const [only, ...others] = await states()
        return others.length === 0 && only?.state === 'SUCCESS' && only.count === items.length
      }, 'every command has succeeded')
      // A terminal learns of the acknowledgement after the commit.
      const recorded = async (wanted: string) =>
        (await bench.record()).filter(({ type }) => type === wanted).length
      await expect.poll(() => recorded('task')).toBeGreaterThanOrEqual(items.length)
      await expect.poll(() => recorded('hb')).toBeGreaterThan(2 * count)
      const record = await bench.record()
      expect((await findLost(bench, record)).join(', ')).toBe('')
      // However often a command was sent, its terminal acted once.
      expect(acts() - before).toBe(items.length)
    })
  },
)

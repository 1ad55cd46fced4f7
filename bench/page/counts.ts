import type pg from 'pg'
import { printComparison } from '../harness/print.ts'
import { alternate, type Figure } from '../harness/rounds.ts'
import { countCap } from './cases.ts'

const filter = `from device d where d.deleted_at is null
  and exists (select from device_online online where online.device_id = d.id)`

/** What a total costs that stops at the cap, beside one that counts to the end (quality.md P8). */
export async function compareCounts(
  client: pg.Client,
  { rounds, processes }: { rounds: number; processes: readonly number[] },
): Promise<void> {
  const side = (name: string, text: string) => ({
    name,
    processes,
    run: () => repeat(client, text),
  })
  const series = await alternate(
    [
      side(
        'total up to the cap',
        `select count(*) from (select 1 ${filter} limit ${countCap + 1}) matching`,
      ),
      side('count(*) of the same filter', `select count(*) ${filter}`),
    ],
    rounds,
  )
  printComparison('total of a filter that matches many', 'counts/s', series)
}

async function repeat(client: pg.Client, text: string): Promise<Figure> {
  const latencies: number[] = []
  const started = performance.now()
  while (performance.now() - started < 1000) {
    const sent = performance.now()
    await client.query(text)
    latencies.push(performance.now() - sent)
  }
  const { length: count } = latencies
  return { perSecond: (1000 * count) / (performance.now() - started), count, latencies }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../until.ts'
import { openPlanBench, type PlanBench } from './planBench.ts'

const count = 30

let bench: PlanBench

beforeAll(async () => {
  bench = await openPlanBench(count)
})

afterAll(() => bench.close())

/** Runs a script as the operator does. */
async function run(name: 'backup' | 'restore', ...words: string[]): Promise<void> {
  const script = fileURLToPath(new URL(`../../../../scripts/${name}.mjs`, import.meta.url))
  const child = spawn(process.execPath, [script, ...words], {
    env: { PATH: process.env['PATH'], MUSTER_DATA: bench.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (more) => (text += more))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${name}: ${text}`)
}

it('goes on from a backup that was taken in the middle of a wave', async () => {
  const { comes, reached } = bench
  const before = bench.boots()
  const waves = [{ percent: 10 }, { percent: 100 }]
  const id = await bench.begin(await bench.addVersion(), { waveKind: 'LADDER', waves })
  await comes(id, 'RUNNING', 2)
  await until(async () => (await reached(id, 'acked_at')) >= count / 4, 'some have accepted')
  // A folder of its own for a second try, too.
  const backup = join(bench.folder, `a backup ${id}`)
  await run('backup', backup)
  // Terminals go on, of which the backup knows nothing.
  await until(async () => (await reached(id, 'ended_at')) >= count - 5, 'most have ended')
  await bench.kill()
  await run('restore', backup, '--overwrite')
  await bench.start()
  await comes(id, 'FINISHED')
  await bench.hasNoStrays(id)
  expect(bench.boots().map((now, nth) => now - (before[nth] ?? 0))).toEqual(
    Array.from({ length: count }, () => 1),
  )
}, 400_000)

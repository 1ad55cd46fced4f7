import { setTimeout as sleep } from 'node:timers/promises'
import { type BeatAnswer, type BeatOrder, BeatLine } from './beatLine.ts'
import { serveOrders } from '../harness/children.ts'

/** Slower than the 500 a second above which the server asks newcomers to come back. */
const together = 50
const pauseMs = 150

const lines: BeatLine[] = []

/** The terminals' side: as many connections as terminals, each with a window of unanswered beats. */
serveOrders(async (order: BeatOrder): Promise<BeatAnswer> => {
  if (order.do === 'run') return run(order.seconds)
  const { port, window, terminals } = order
  for (let from = 0; from < terminals.length; from += together) {
    const arriving = terminals.slice(from, from + together)
    const open = arriving.map((terminal) => BeatLine.open(port, { ...terminal, window }))
    lines.push(...(await Promise.all(open)))
    await sleep(pauseMs)
  }
  return { acknowledged: 0, seconds: 0, latencies: [] }
})

async function run(seconds: number): Promise<BeatAnswer> {
  const started = performance.now()
  const until = started + seconds * 1000
  const results = await Promise.all(lines.map((line) => line.beatUntil(until)))
  const ended = Math.max(...results.map(({ lastAt }) => lastAt))
  return {
    acknowledged: results.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    seconds: (ended - started) / 1000,
    latencies: results.flatMap(({ latencies }) => latencies),
  }
}

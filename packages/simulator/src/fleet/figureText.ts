import type { Figures } from './tally.ts'

/** One line about the last seconds. */
export function lineOf(now: Figures, before: Figures, seconds: number): string {
  const perSecond = (now.acknowledged - before.acknowledged) / seconds
  const { p50, p95 } = now.latency
  return [
    `${now.online} online`,
    `${perSecond.toFixed(1)} messages/s`,
    `acknowledged in ${p50.toFixed(1)} ms (p95 ${p95.toFixed(1)})`,
    `${now.commands} commands`,
    `${sum(now.faults)} errors`,
  ].join(' · ')
}

/** The report at the end. */
export function reportOf(figures: Figures, seconds: number, memory: number): string {
  const { latency } = figures
  return [
    `ran            ${seconds.toFixed(1)} s, ${(memory / 1e6).toFixed(0)} MB of memory`,
    `connects       ${figures.connects} (${figures.reconnects} reconnects, ${figures.enrolled} enrolled)`,
    `disconnects    ${listOf(figures.disconnects)}`,
    `published      ${figures.published}`,
    `acknowledged   ${figures.acknowledged} (${(figures.acknowledged / seconds).toFixed(1)} messages/s; ${listOf(figures.byType)})`,
    `latency        p50 ${latency.p50.toFixed(1)} ms, p95 ${latency.p95.toFixed(1)} ms, longest ${latency.longest.toFixed(1)} ms (publish to acknowledgement)`,
    `commands       ${figures.commands} received, ${sum(figures.answers)} answered (${listOf(figures.answers)})`,
    `errors         ${listOf(figures.faults)}`,
  ].join('\n')
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

function listOf(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts)
  return entries.map(([name, count]) => `${name} ${count}`).join(', ') || 'none'
}

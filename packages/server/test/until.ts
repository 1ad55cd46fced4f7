import { setTimeout as sleep } from 'node:timers/promises'

const patienceMs = 90_000

/** Between two looks: the longer it takes, the less a moment matters, and to look has its price. */
const pauseMs = (waitedMs: number): number => (waitedMs < 2_000 ? 50 : 150)

/** Waits until something holds: on a slow machine a start or a stop takes its time. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  const began = Date.now()
  while (!(await holds())) {
    const waitedMs = Date.now() - began
    if (waitedMs > patienceMs) throw new Error(`waited ${patienceMs / 1000} s in vain: ${what}`)
    await sleep(pauseMs(waitedMs))
  }
}

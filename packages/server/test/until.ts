import { setTimeout as sleep } from 'node:timers/promises'

const patienceMs = 90_000

/** Waits until something holds: on a slow machine a start or a stop takes its time. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited ${patienceMs / 1000} s in vain: ${what}`)
    await sleep(50)
  }
}

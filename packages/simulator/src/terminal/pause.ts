import { setTimeout } from 'node:timers/promises'

/** Waits; rejects as soon as the signal says that the terminal is switched off. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await setTimeout(milliseconds, undefined, { signal })
  else signal.throwIfAborted()
}

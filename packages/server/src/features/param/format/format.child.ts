import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { mostFormatBytes } from './formatThread.rules.ts'

const { source } = z.object({ source: z.string() }).parse(workerData)

const plugin = z.object({
  name: z.string(),
  extension: z.string(),
  mediaType: z.string(),
  write: z.custom<(of: unknown) => unknown>((one) => typeof one === 'function'),
})

const saidOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300).toWellFormed()

/** What the function answers, judged here: nothing else than bytes leaves the thread. */
function written(write: (of: unknown) => unknown, of: unknown) {
  try {
    const bytes = write(of)
    if (!(bytes instanceof Uint8Array)) return { fault: 'noBytes' }
    if (bytes.length > mostFormatBytes) return { fault: 'tooLarge' }
    return { bytes: Uint8Array.from(bytes) }
  } catch (error) {
    return { fault: 'threw', said: saidOf(error) }
  }
}

try {
  // It comes as a text, and not from its folder: the very text that a revision was published with.
  const url = `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
  const loaded: unknown = await import(url)
  const { write, ...described } = plugin.parse({ ...Object(loaded) })
  parentPort?.on('message', (of: unknown) => parentPort?.postMessage(written(write, of)))
  parentPort?.postMessage({ described })
} catch (error) {
  parentPort?.postMessage({ fault: 'threw', said: saidOf(error) })
}

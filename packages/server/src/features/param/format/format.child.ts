import { once } from 'node:events'
// Nothing of the server is loaded here: each plug-in has a process, which should be there at once.
import { mostFormatBytes } from './limits.ts'

type Write = (of: unknown) => unknown
const isWrite = (one: unknown): one is Write => typeof one === 'function'
const isModule = (
  one: unknown,
): one is Readonly<Record<'name' | 'extension' | 'mediaType' | 'write', unknown>> =>
  typeof one === 'object' && one !== null

const say = (answer: object) => process.send?.(answer)

const saidOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300).toWellFormed()

/** What Node and V8 throw where the system gives them no more memory for bytes. */
const isSpent = (error: unknown) => error instanceof RangeError && /allocat/i.test(error.message)

const faultOf = (error: unknown) =>
  isSpent(error) ? { fault: 'tooMuchMemory' } : { fault: 'threw', said: saidOf(error) }

/** What the function answers, judged here: nothing else than bytes leaves the process. */
function written(write: Write, of: unknown) {
  try {
    const bytes = write(of)
    if (!(bytes instanceof Uint8Array)) return { fault: 'noBytes' }
    if (bytes.length > mostFormatBytes) return { fault: 'tooLarge' }
    return { bytes: Uint8Array.from(bytes) }
  } catch (error) {
    return faultOf(error)
  }
}

async function load([source]: readonly unknown[]) {
  // It comes as a text, and not from its folder: the very text that a revision was published with.
  const url = `data:text/javascript;base64,${Buffer.from(String(source)).toString('base64')}`
  const loaded: unknown = await import(url)
  if (!isModule(loaded) || !isWrite(loaded.write)) throw new Error('it exports no function write')
  const { name, extension, mediaType, write } = loaded
  process.on('message', (of) => say(written(write, of)))
  say({ described: { name, extension, mediaType } })
}

// Whatever a plug-in has begun ends with the server.
process.on('disconnect', () => process.exit())
try {
  await load(await once(process, 'message'))
} catch (error) {
  say(faultOf(error))
}

import { serverReady } from './connectivity.ts'

/** Milliseconds that a part of the console's code may take to arrive (product spec, section 9). */
const patience = 120_000
/** Most faults of a network are short. */
const pauseBeforeRepeat = 800

/** A part of the console's code did not come, asked for twice; mostly a newer version replaced it. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/**
 * Fetches a part of the code: `loadChunk(() => import('./AreaList.tsx'))`. Asks once more when it
 * does not come and the server is there, and then throws {@link ChunkLoadError}: what a cut line
 * keeps back is waited for. What the code itself throws goes through.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await inTime(load)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, pauseBeforeRepeat))
  await serverReady()
  try {
    return await inTime(load)
  } catch (error) {
    throw isMissing(error) ? new ChunkLoadError(String(error), { cause: error }) : error
  }
}

async function inTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(`nothing within ${patience} ms`)), patience)
  })
  try {
    return await Promise.race([load(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Browsers word it differently; the last is the bundler's, of a style sheet. */
const wordings =
  /dynamically imported module|importing a module script failed|unable to preload css/i

const isMissing = (error: unknown) =>
  error instanceof ChunkLoadError || (error instanceof Error && wordings.test(error.message))

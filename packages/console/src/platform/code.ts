import { useEffect, useState } from 'react'
import { loadChunk } from './chunk.ts'

/** A part of the console whose code is fetched when it is needed, or before. */
export interface Code<T> {
  /** What is here already. */
  readonly here: () => T | undefined
  readonly load: () => Promise<T>
}

/** Fetches once, as {@link loadChunk} does; what failed is asked for again at the next call. */
export function code<T>(fetch: () => Promise<T>): Code<T> {
  let here: T | undefined
  let loading: Promise<T> | undefined
  const load = async () => {
    try {
      loading ??= loadChunk(fetch)
      here = await loading
      return here
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return { here: () => here, load }
}

/**
 * A part of the console, undefined until its code is here; throws what became of it otherwise. In
 * place of `lazy`: what is here is drawn at once, and what comes is drawn in one go. React draws
 * what it awaited by itself in small slices, which takes seconds on a slow computer.
 */
export function useCode<T>({ here, load }: Code<T>): T | undefined {
  const [part, setPart] = useState(() => ({ code: here() }))
  const isMissing = part.code === undefined
  useEffect(() => {
    let isWanted = isMissing
    if (!isMissing) return undefined
    load().then(
      (loaded) => isWanted && setPart({ code: loaded }),
      (error: unknown) =>
        isWanted &&
        setPart(() => {
          throw error
        }),
    )
    return () => {
      isWanted = false
    }
  }, [isMissing, load])
  return part.code
}

/** From and to, both possible. */
export type Range = readonly [from: number, to: number]

/** A sequence of chances that repeats itself for the same seed. */
export interface Chance {
  /** In [0, 1). */
  next(): number
  between(range: Range): number
  whole(range: Range): number
  happens(probability: number): boolean
  /** One of a list that is not empty. */
  pick<T>(list: readonly [T, ...T[]]): T
}

/**
 * The same words give the same sequence, on every machine. Each purpose takes a sequence of its
 * own (seed, serial, purpose), so that what happens first does not change what happens next.
 */
export function chanceOf(...words: readonly (string | number)[]): Chance {
  const next = generator(words.join('\u0000'))
  const between = ([from, to]: Range) => from + next() * (to - from)
  return {
    next,
    between,
    whole: ([from, to]) => Math.floor(between([from, to + 1])),
    happens: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  }
}

/** sfc32, a small generator with a period of at least 2^32, seeded by FNV-1a of the text. */
function generator(text: string): () => number {
  let a = digest(text, 0x811c9dc5)
  let b = digest(text, a)
  let c = digest(text, b)
  let counter = 1
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  // The first values still look like the seed.
  for (let warm = 0; warm < 12; warm++) next()
  return next
}

function digest(text: string, start: number): number {
  let hash = start | 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

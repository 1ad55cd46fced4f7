import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'

// What the package says of its types is not how Node imports it.
const loaded: unknown = createRequire(import.meta.url)('bidi-js')
const isFactory = (value: unknown): value is () => Bidi => typeof value === 'function'
if (!isFactory(loaded)) throw new Error('bidi-js is not what it was')
const bidi = loaded()

/** Part of a line that is drawn at once, in the order in which the font's shaper wants it. */
interface Run {
  readonly text: string
  /** Its letters are joined as one word, spaces included. */
  readonly isShaped: boolean
}

/** A line as it is drawn, from its left end (UAX 9). */
export function visualRuns(line: string, isMirrored: boolean): readonly Run[] {
  if (!isMirrored && isPlain(line)) return [{ text: line, isShaped: false }]
  const embedding = bidi.getEmbeddingLevels(line, isMirrored ? 'rtl' : 'ltr')
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  const runs: { kind: Kind; letters: string[] }[] = []
  for (const at of bidi.getReorderedIndices(line, embedding)) {
    const letter = mirrored.get(at) ?? line[at] ?? ''
    if (steering.test(letter)) continue
    const kind = kindOf(letter, embedding.levels[at] ?? 0)
    const last = runs.at(-1)
    if (last?.kind === kind) last.letters.push(letter)
    else runs.push({ kind, letters: [letter] })
  }
  return runs.map(({ kind, letters }) => {
    // The shaper of the font turns Arabic letters round by itself, and takes Arabic digits for such.
    const isTurned = kind === 'DIGITS' || (kind === 'RIGHT' && letters.some(isLetter))
    return { text: (isTurned ? letters.toReversed() : letters).join(''), isShaped: isTurned }
  })
}

/** Nothing in it is read from the right. */
const isPlain = (line: string): boolean => /^[\x20-\x7E\u00A0-\u024F–]*$/.test(line)

type Kind = 'LEFT' | 'RIGHT' | 'DIGITS'

function kindOf(letter: string, level: number): Kind {
  if (level % 2 === 1) return 'RIGHT'
  return /[\u0660-\u066C\u06F0-\u06F9]/.test(letter) ? 'DIGITS' : 'LEFT'
}

const isLetter = (letter: string): boolean => /\p{L}/u.test(letter)

/** Marks that only steer the order are drawn by no font. */
const steering = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/

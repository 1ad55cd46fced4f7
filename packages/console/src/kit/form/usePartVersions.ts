import { useState } from 'react'

/** In which version each part of a record was read: they are saved one by one, over the same record. */
export interface PartVersions {
  readonly of: (part: string) => number
  /** A part was saved: those that were read in the same version are of the new one with it. */
  readonly saved: (part: string, version: number) => void
  /** A part was read again. */
  readonly taken: (part: string, version: number) => void
}

/** {@link PartVersions} of a record that was read in one go. */
export function usePartVersions(start: number): PartVersions {
  const [known, setKnown] = useState<Known>({ others: start, parts: new Map() })
  return {
    of: (part) => versionIn(known, part),
    saved: (part, version) => setKnown((now) => raised(now, { part, version })),
    taken: (part, version) =>
      setKnown((now) => ({ ...now, parts: new Map(now.parts).set(part, version) })),
  }
}

interface Known {
  readonly others: number
  readonly parts: ReadonlyMap<string, number>
}

const versionIn = ({ others, parts }: Known, part: string) => parts.get(part) ?? others

function raised(
  known: Known,
  { part, version }: { readonly part: string; readonly version: number },
): Known {
  const over = versionIn(known, part)
  const raise = (one: number) => (one === over ? version : one)
  const parts = new Map([...known.parts].map(([name, one]) => [name, raise(one)]))
  return { others: raise(known.others), parts }
}

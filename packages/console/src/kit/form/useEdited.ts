import { useMemo, useState } from 'react'

/** What a person has made of what was read, and what others have made of it since. */
export interface Divided<Draft> {
  readonly read: Draft
  readonly mine: Draft
  readonly theirs: Draft
}

/**
 * What a person makes of something read: as it was read, also anew, until the first change; from
 * then on his own, whatever is read meanwhile, until he takes that over.
 */
export function useEdited<Read, Draft>(read: Read, draftOf: (read: Read) => Draft) {
  const [own, setOwn] = useState<{ readonly draft: Draft; readonly of: Draft } | null>(null)
  const shown = useMemo(() => draftOf(read), [read, draftOf])
  return {
    draft: own ? own.draft : shown,
    change: (draft: Draft) => setOwn({ draft, of: own?.of ?? shown }),
    /** Puts what is changed here onto what others have saved. */
    rebase: (newest: Read, merge: (divided: Divided<Draft>) => Draft) => {
      const theirs = draftOf(newest)
      setOwn(
        (now) => now && { draft: merge({ read: now.of, mine: now.draft, theirs }), of: theirs },
      )
    },
  }
}

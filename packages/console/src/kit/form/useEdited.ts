import { useMemo, useState } from 'react'

/**
 * What a person makes of something read: as it was read, also anew, until the first change; from
 * then on his own, whatever is read meanwhile.
 */
export function useEdited<Read, Draft>(
  read: Read,
  draftOf: (read: Read) => Draft,
): readonly [Draft, (draft: Draft) => void] {
  const [own, setOwn] = useState<{ readonly draft: Draft } | null>(null)
  const shown = useMemo(() => draftOf(read), [read, draftOf])
  return [own ? own.draft : shown, (draft) => setOwn({ draft })]
}

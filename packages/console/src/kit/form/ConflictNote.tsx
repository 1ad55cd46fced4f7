import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { Callout } from '../../ui/form/Callout.tsx'

interface ConflictNoteProps {
  /** What the server said; null: nobody was first. */
  readonly conflict: string | null
  /** Takes over what was changed meanwhile, beside what is typed here. */
  readonly take: () => unknown
}

/** Somebody else has saved meanwhile: what is typed is still here, and theirs is taken over by a button. */
export function ConflictNote({ conflict, take }: ConflictNoteProps) {
  if (conflict === null) return null
  return (
    <Callout title={conflict}>
      {t('kit.conflictText')}
      <Button size="xs" variant="default" onClick={() => void take()}>
        {t('kit.conflictTake')}
      </Button>
    </Callout>
  )
}

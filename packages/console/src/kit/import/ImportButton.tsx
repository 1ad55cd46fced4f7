import { type Import, importRight } from '@muster/contract'
import { useDialog } from '../dialog/useDialog.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'

const ImportDialog = lazyDialog(() =>
  import('./ImportDialog.tsx').then((file) => file.ImportDialog),
)

interface ImportButtonProps {
  readonly of: Import
  /** The record whose parts the rows become. */
  readonly within?: string
}

/** Opens the import of a list, for those who may. */
export function ImportButton({ of, within }: ImportButtonProps) {
  const dialog = useDialog<never>()
  if (!useCan(importRight(of.of.page))) return null
  return (
    <>
      <Button variant="default" onClick={() => dialog.open()}>
        {t('import.title')}
      </Button>
      {/* What was checked for one record is not written into another. */}
      <ImportDialog key={within} of={of} within={within} dialog={dialog} />
    </>
  )
}

import { type Call, importOf } from '@muster/contract'
import { useDialog } from '../../../kit/list/useDialog.ts'
import { lazyDialog } from '../../../kit/parts/lazyPart.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'

const ImportDialog = lazyDialog(() =>
  import('./ImportDialog.tsx').then((file) => file.ImportDialog),
)

/** Opens the import of a list, for those who may. */
export function ImportStart({ of: { page } }: { readonly of: { readonly page: Call } }) {
  const imported = importOf(page)
  const dialog = useDialog<never>()
  const mayImport = useCan(imported?.calls.start.permission ?? '')
  if (!imported || !mayImport) return null
  return (
    <>
      <Button variant="default" onClick={() => dialog.open()}>
        {t('import.title')}
      </Button>
      <ImportDialog of={imported} dialog={dialog} />
    </>
  )
}

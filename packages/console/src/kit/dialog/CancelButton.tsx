import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { useLeave } from './useUnsaved.ts'

/** The way out of a dialog without doing it: asks about unsaved input, as the dialog's cross does. */
export function CancelButton({ close }: { readonly close: () => void }) {
  const leave = useLeave(close)
  return (
    <Button variant="default" onClick={leave}>
      {t('kit.cancel')}
    </Button>
  )
}

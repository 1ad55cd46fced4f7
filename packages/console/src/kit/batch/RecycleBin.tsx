import { Button } from '../../ui/controls.ts'
import type { Row } from '../list/listed.ts'
import { useDialog } from '../dialog/useDialog.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import type { BinProps } from './BinDialog.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'

const BinDialog = lazyDialog(() => import('./BinDialog.tsx').then((file) => file.BinDialog))

/** The button that opens the recycle bin. */
export function RecycleBin<R extends Row>(props: BinProps<R>) {
  const dialog = useDialog<R>()
  if (!useCan(props.of.recyclePage.permission)) return null
  return (
    <>
      <Button variant="default" onClick={() => dialog.open()}>
        {t('kit.bin')}
      </Button>
      <BinDialog {...props} dialog={dialog} />
    </>
  )
}

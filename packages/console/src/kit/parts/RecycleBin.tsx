import type { TextKey } from '@muster/contract'
import { Button } from '../../ui/controls.ts'
import type { Row } from '../list/listed.ts'
import type { Removable } from '../list/recordCalls.ts'
import { useDialog } from '../list/useDialog.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import type { Columns } from './columns.tsx'
import { lazyDialog } from './lazyPart.tsx'

export interface RecycleBinProps<R extends Row> {
  readonly of: Removable<R>
  readonly columns: Columns<R>
  /** What the keyword is sought in, where that is not name and code. */
  readonly keyword?: readonly TextKey[]
}

const BinDialog = lazyDialog(() => import('./BinDialog.tsx').then((file) => file.BinDialog))

/** The button that opens the recycle bin. */
export function RecycleBin<R extends Row>(props: RecycleBinProps<R>) {
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

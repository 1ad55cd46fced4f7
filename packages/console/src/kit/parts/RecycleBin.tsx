import { Button } from '../../ui/controls.ts'
import type { Row } from '../list/listed.ts'
import type { Removable } from '../list/recordCalls.ts'
import { useDialog } from '../list/useDialog.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import type { Columns } from './columns.tsx'
import { lazyDialog } from './lazyPart.tsx'

interface RecycleBinProps<R extends Row> {
  readonly of: Removable<R>
  readonly columns: Columns<R>
}

const BinDialog = lazyDialog(() => import('./BinDialog.tsx').then((file) => file.BinDialog))

/** The button that opens the recycle bin. */
export function RecycleBin<R extends Row>({ of, columns }: RecycleBinProps<R>) {
  const dialog = useDialog<R>()
  if (!useCan(of.recyclePage.permission)) return null
  return (
    <>
      <Button variant="default" onClick={() => dialog.open()}>
        {t('kit.bin')}
      </Button>
      <BinDialog of={of} columns={columns} dialog={dialog} />
    </>
  )
}

import { Suspense, useState } from 'react'
import { Button } from '../../ui/controls.ts'
import type { Removable } from '../list/recordCalls.ts'
import type { Row } from '../list/listed.ts'
import { useCan } from '../session.ts'
import { t } from '../texts.ts'
import type { Columns } from './columns.tsx'
import { lazyPart } from './lazyPart.ts'

const BinDialog = lazyPart(() => import('./BinDialog.tsx').then((file) => file.BinDialog))

export interface RecycleBinProps<R extends Row> {
  readonly of: Removable<R>
  readonly columns: Columns<R>
}

/** The button that opens the recycle bin; the dialog is loaded when first opened. */
export function RecycleBin<R extends Row>({ of, columns }: RecycleBinProps<R>) {
  const [wasOpened, setOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (!useCan(of.recyclePage.permission)) return null
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('kit.bin')}
      </Button>
      <Suspense>
        {wasOpened && (
          <BinDialog of={of} columns={columns} isOpen={isOpen} close={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}

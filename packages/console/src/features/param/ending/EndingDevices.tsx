import { paramEndings, type ParamEnding } from '@muster/contract'
import { useState } from 'react'
import bin from '../../../kit/batch/bin.module.css'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { localState, useRows } from '../../../kit/list/useList.ts'
import page from '../../../kit/page/page.module.css'
import { ScreenLabel } from '../../../kit/page/screenLabel.ts'
import { t } from '../../../platform/texts.ts'
import { changed } from '../../../ui/table/listState.ts'
import { columns } from '../log/deliveryColumns.tsx'

/** The terminals that should have what ends, and how far each is with its values. */
export function EndingDevices({ dialog }: { readonly dialog: Dialog<ParamEnding> }) {
  const { record, isOpen, close } = dialog
  const name = `${record?.title ?? ''} ${record?.label ?? ''}`.trim()
  const title = t('paramEnding.devicesOf', { name })
  return (
    <DialogFrame looksOnly isOpen={isOpen} close={close} title={title} size="80rem">
      <ScreenLabel value={title}>
        {record && <Devices key={record.id} valueId={record.valueId} />}
      </ScreenLabel>
    </DialogFrame>
  )
}

function Devices({ valueId }: { readonly valueId: number }) {
  const [state, setState] = useState(localState)
  const list = useRows(
    paramEndings.devices,
    { fixed: { valueId: String(valueId) } },
    { state, change: (change) => setState(changed(state, change)) },
  )
  return (
    <div className={`${page.screen} ${bin.inDialog}`} data-screen="">
      <Filters list={list} keyword={['paramLog.device']} fields={{ sn: 'paramLog.device' }} />
      <DataTable list={list} columns={columns} emptyText="paramEnding.emptyDevices" />
    </div>
  )
}

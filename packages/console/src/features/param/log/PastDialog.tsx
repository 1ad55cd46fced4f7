import { paramDeliveries, type PastDelivery } from '@muster/contract'
import { useState } from 'react'
import bin from '../../../kit/batch/bin.module.css'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { type Dialog, useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { localState, useRows } from '../../../kit/list/useList.ts'
import page from '../../../kit/page/page.module.css'
import { ScreenLabel } from '../../../kit/page/screenLabel.ts'
import { t } from '../../../platform/texts.ts'
import { changed } from '../../../ui/table/listState.ts'
import { stateKeys } from '../../device/index.ts'
import { pastColumns } from './pastColumns.tsx'
import { type Sent, SentDialog } from './SentDialog.tsx'

/** A terminal with an application, or with a document. */
export interface Brought {
  readonly deviceId: string
  readonly sn: string
  readonly appId: string
  readonly appName: string
  /** Documents have none of their own: what they say stands at the terminal. */
  readonly hasFiles: boolean
}

/** All deliveries of an application's values to a terminal, the latest first, and the files that each brought. */
export function PastDialog({ dialog }: { readonly dialog: Dialog<Brought> }) {
  const { record, isOpen, close } = dialog
  const title = t('paramLog.pastOf', { sn: record?.sn ?? '', app: record?.appName ?? '' })
  return (
    <DialogFrame looksOnly isOpen={isOpen} close={close} title={title} size="80rem">
      <ScreenLabel value={title}>
        {record && <Past key={`${record.deviceId}/${record.appId}`} of={record} />}
      </ScreenLabel>
    </DialogFrame>
  )
}

function Past({ of }: { readonly of: Brought }) {
  const [state, setState] = useState(localState)
  const sent = useDialog<Sent>()
  const { deviceId, appId, hasFiles } = of
  const list = useRows(
    paramDeliveries.past,
    { fixed: { deviceId, appId } },
    { state, change: (change) => setState(changed(state, change)) },
  )
  const files = ({ id, revision }: PastDelivery) =>
    revision !== null && (
      <RowActions>
        <RowButton
          code={paramDeliveries.detail.permission}
          onClick={() => sent.open({ ...of, id, revision })}
        >
          {t('paramLog.sent')}
        </RowButton>
      </RowActions>
    )
  return (
    <div className={`${page.screen} ${bin.inDialog}`} data-screen="">
      <Filters
        list={list}
        keyword={['push.taskNo']}
        fields={{
          state: { label: 'paramLog.state', options: stateKeys },
          from: { label: 'paramLog.from', kind: 'moment' },
          to: { label: 'paramLog.to', kind: 'moment' },
        }}
      />
      <ActionLine list={list}>
        <ExportButton list={list} columns={pastColumns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={pastColumns}
        emptyText="paramLog.emptyPast"
        {...(hasFiles && { actions: files, actionsWidth: 110 })}
      />
      <SentDialog dialog={sent} />
    </div>
  )
}

import {
  effectiveParams,
  paramDeliveries,
  type ParamDeliveryRow,
  paramEdits,
} from '@muster/contract'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import type { List } from '../../../kit/list/useList.ts'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { pushed } from '../assignment/usePushNow.ts'
import { DeliveryButtons, PastDialog, SentDialog } from './DeliveryButtons.tsx'
import type { Brought } from './PastDialog.tsx'
import type { Sent } from './SentDialog.tsx'

/** What a push changes. */
const told = { deliveries: paramDeliveries.page, edits: paramEdits.page }

interface DeliveryTableProps {
  readonly list: List<ParamDeliveryRow>
  readonly columns: Columns<ParamDeliveryRow>
  readonly emptyText: 'paramLog.emptyDeliveries' | 'paramLog.emptyEdits'
}

/** Terminals with the values of applications: what they were sent, and sending it once more, to one or to many. */
export function DeliveryTable({ list, columns, emptyText }: DeliveryTableProps) {
  const sent = useDialog<Sent>()
  const past = useDialog<Brought>()
  return (
    <>
      <ActionLine list={list} columns={columns} chosen={<PushAgain list={list} />}>
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText={emptyText}
        actionsWidth={300}
        actions={(row) => (
          <DeliveryButtons
            row={row}
            open={() => sent.open(row)}
            // Documents have no template.
            openPast={() => past.open({ ...row, hasFiles: row.templateName !== null })}
          />
        )}
      />
      <SentDialog dialog={sent} />
      <PastDialog dialog={past} />
    </>
  )
}

/** Brings all that are chosen what they should have. */
function PushAgain({ list }: Pick<DeliveryTableProps, 'list'>) {
  const act = useAction(told)
  const push = async () => {
    const ids = [...list.selected]
    if (!(await confirmChosen({ ids }, { title: t('param.push') }))) return
    const of = ids.flatMap((id) => {
      const [deviceId, appId] = id.split('/')
      return deviceId && appId ? [{ deviceId, appId }] : []
    })
    const done = await act(effectiveParams.bringMany, { body: { of } }, ({ count }) =>
      pushed(count),
    )
    if (done) list.clearSelection()
  }
  return (
    <ChosenButton
      list={list}
      code={effectiveParams.bringMany.permission}
      icon="play"
      onClick={() => void push()}
    >
      {t('param.push')}
    </ChosenButton>
  )
}

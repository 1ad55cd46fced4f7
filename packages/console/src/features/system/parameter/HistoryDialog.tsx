import { type Parameter, type ParameterChange, parameters } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import type { TableColumn } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/Table.tsx'
import classes from './parameter.module.css'
import { nameOfParameter } from './parameterTexts.ts'

/** Who changed a parameter, from what to what. */
export function HistoryDialog({ dialog }: { readonly dialog: Dialog<Parameter> }) {
  const { record } = dialog
  const title = t('parameter.historyOf', { name: record ? nameOfParameter(record) : '' })
  return (
    <DialogFrame title={title} isOpen={dialog.isOpen} close={dialog.close} size="lg">
      {record && <History id={record.id} label={title} />}
    </DialogFrame>
  )
}

function History({ id, label }: { readonly id: string; readonly label: string }) {
  const history = useQuery(query(parameters.history, { params: { id } }))
  return (
    <Loaded query={history} permission={parameters.history.permission}>
      {(changes) => (
        <div className={classes.history}>
          <Table
            label={label}
            columns={columns()}
            rows={changes}
            sort={null}
            onSort={() => undefined}
            instead={<p className={classes.none}>{t('parameter.historyNone')}</p>}
          />
        </div>
      )}
    </Loaded>
  )
}

const columns = (): readonly TableColumn<ParameterChange>[] => [
  { id: 'at', title: t('parameter.at'), width: 180, cell: ({ at }) => <Time at={at} /> },
  { id: 'userName', title: t('parameter.by'), cell: ({ userName }) => <bdi>{userName}</bdi> },
  { id: 'oldValue', title: t('parameter.old'), cell: ({ oldValue }) => <Ltr>{oldValue}</Ltr> },
  { id: 'newValue', title: t('parameter.new'), cell: ({ newValue }) => <Ltr>{newValue}</Ltr> },
]

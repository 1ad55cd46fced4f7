import { type LogFile, logFiles, models, mostZippedLogs, organizations } from '@muster/contract'
import { ChosenButton, DestroySelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { type List, useList } from '../../../kit/list/useList.ts'
import { notify } from '../../../kit/notify.ts'
import { usePage } from '../../../kit/page/page.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { logTexts } from '../../device/index.ts'
import type { PushStart } from '../../push/form/index.ts'
import { columns } from './logFileColumns.tsx'
import { LogFileMenu } from './LogFileMenu.tsx'
import { stateTexts, triggerTexts } from './logFileTexts.ts'

const PullForm = lazyDialog(() => import('./PullForm.tsx').then((file) => file.PullForm))
const RetainDialog = lazyDialog(() =>
  import('./LogFileDialogs.tsx').then((file) => file.RetainDialog),
)
const AttachDialog = lazyDialog(() =>
  import('./LogFileDialogs.tsx').then((file) => file.AttachDialog),
)
const LogFileView = lazyDialog(() => import('./LogFileView.tsx').then((file) => file.LogFileView))

const fields = {
  state: { label: 'logFile.state', options: stateTexts },
  type: { label: 'logFile.type', options: logTexts },
  trigger: { label: 'logFile.trigger', options: triggerTexts },
  crash: {
    label: 'logFile.crashes',
    options: { 1: 'logFile.crash.1', 0: 'logFile.crash.0' },
  },
  package: 'logFile.package',
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  modelId: { label: 'device.model', of: models },
  from: { label: 'log.from', kind: 'moment' },
  to: { label: 'log.to', kind: 'moment' },
} as const

/** Logs that terminals were asked for, and what has come of it. */
export function LogFileList() {
  const list = useList(logFiles)
  const pull = useDialog<PushStart>()
  const retain = useDialog<LogFile>()
  const attach = useDialog<LogFile>()
  const { query, setQuery } = usePage()
  // It stands in the address, which can be sent to others.
  const view = (id: string | null) => {
    const { log: _, ...rest } = query
    setQuery(id === null ? rest : { ...rest, log: id })
  }
  const id = query['log'] ?? null
  const shown = { isOpen: id !== null, record: id, open: view, close: () => view(null) }
  const add = useCan(logFiles.pull.permission) && (
    <Button onClick={() => pull.open()}>{t('logFile.pull')}</Button>
  )
  return (
    <>
      <Filters list={list} keyword={['logFile.sn']} fields={fields} />
      <ActionLine list={list} columns={columns} chosen={<Chosen list={list} />}>
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="logFile.empty"
        actions={(row) => (
          <RowActions>
            {row.state === 'READY' && (
              <RowButton opens code={logFiles.view.permission} onClick={() => view(row.id)}>
                {t('logFile.view')}
              </RowButton>
            )}
            <LogFileMenu row={row} retain={retain} attach={attach} />
          </RowActions>
        )}
      />
      <PullForm dialog={pull} />
      <RetainDialog dialog={retain} />
      <AttachDialog dialog={attach} />
      <LogFileView dialog={shown} />
    </>
  )
}

/** What is done with those that are chosen. */
function Chosen({ list }: { readonly list: List<LogFile> }) {
  const zip = () => {
    const ready = list.rows.filter(({ id, state }) => list.selected.has(id) && state === 'READY')
    if (ready.length === 0 || ready.length > mostZippedLogs) {
      notify.error(t('logFile.zipSome', { count: formatNumber(mostZippedLogs) }))
      return
    }
    saveByTicket(logFiles.zip.path, { ids: ready.map(({ id }) => id).join(',') })
  }
  return (
    <>
      <ChosenButton
        list={list}
        reach="ticked"
        code={logFiles.zip.permission}
        icon="tray"
        onClick={zip}
      >
        {t('logFile.zip')}
      </ChosenButton>
      <DestroySelected of={logFiles} list={list} />
    </>
  )
}

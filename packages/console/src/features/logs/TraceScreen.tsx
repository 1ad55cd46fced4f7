import { fillPath, type LogTrace, logTraces, organizations } from '@muster/contract'
import { DestroySelected } from '../../kit/batch/RemoveButtons.tsx'
import { confirm } from '../../kit/dialog/confirm.ts'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../kit/download/saveByTicket.ts'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { RowActions, RowButton } from '../../kit/list/buttons.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { useList } from '../../kit/list/useList.ts'
import { usePage } from '../../kit/page/page.ts'
import { Screen } from '../../kit/page/Screen.tsx'
import { useCan } from '../../kit/session.ts'
import { useAction } from '../../kit/useAction.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { MoreMenu } from '../../ui/menu/MoreMenu.tsx'
import { columns } from './trace/traceColumns.tsx'
import { modeTexts, stateTexts } from './trace/traceTexts.ts'

const TraceForm = lazyDialog(() => import('./trace/TraceForm.tsx').then((file) => file.TraceForm))
const TraceView = lazyDialog(() => import('./trace/TraceView.tsx').then((file) => file.TraceView))

const fields = {
  state: {
    label: 'logTrace.state',
    options: { OPEN: 'logTrace.state.OPEN', ...stateTexts },
  },
  mode: { label: 'logTrace.mode', options: modeTexts },
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  from: { label: 'log.from', kind: 'moment' },
  to: { label: 'log.to', kind: 'moment' },
} as const

/** LOGTRACE: what terminals write down, as it happens. */
export function TraceScreen() {
  const list = useList(logTraces)
  const form = useDialog<never>()
  const { query, setQuery } = usePage()
  // It stands in the address, which can be sent to others.
  const view = (id: string | null) => {
    const { log: _, ...rest } = query
    setQuery(id === null ? rest : { ...rest, log: id })
  }
  const id = query['log'] ?? null
  const shown = { isOpen: id !== null, record: id, open: view, close: () => view(null) }
  const start = useCan(logTraces.start.permission) && (
    <Button onClick={() => form.open()}>{t('logTrace.start')}</Button>
  )
  return (
    <Screen title="logTrace.title">
      <Filters list={list} keyword={['logFile.sn']} fields={fields} />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<DestroySelected of={logTraces} list={list} />}
      >
        <ExportButton list={list} columns={columns} />
        {start}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={start}
        emptyText="logTrace.empty"
        actions={(row) => (
          <RowActions>
            <RowButton opens code={logTraces.tail.permission} onClick={() => view(row.id)}>
              {t(row.endedAt === null ? 'logTrace.follow' : 'logFile.view')}
            </RowButton>
            <TraceMenu row={row} />
          </RowActions>
        )}
      />
      <TraceForm dialog={form} done={({ id }) => view(id)} />
      <TraceView dialog={shown} />
    </Screen>
  )
}

/** What is done with one trace. */
function TraceMenu({ row: { id, traceNo, endedAt, isFiled } }: { readonly row: LogTrace }) {
  const act = useAction(logTraces)
  const params = { params: { id } }
  const destroy = async () => {
    const title = t('logFile.delete')
    const text = t('logTrace.deleteSure', { no: traceNo })
    if (await confirm({ title, text, agree: title, kind: 'dangerous' }))
      await act(logTraces.destroy, params, () => t('logTrace.deleted', { no: traceNo }))
  }
  return (
    <MoreMenu label={t('logTrace.actionsOf', { no: traceNo })}>
      {endedAt === null && (
        <ActionItem
          code={logTraces.stop.permission}
          icon="stop"
          onClick={() =>
            void act(logTraces.stop, params, () => t('logTrace.stopped', { no: traceNo }))
          }
        >
          {t('logTrace.stop')}
        </ActionItem>
      )}
      {isFiled && (
        <ActionItem
          code={logTraces.file.permission}
          icon="tray"
          onClick={() => saveByTicket(fillPath(logTraces.file.path, { id }))}
        >
          {t('logFile.download')}
        </ActionItem>
      )}
      {endedAt !== null && (
        <ActionItem
          code={logTraces.destroy.permission}
          icon="trash"
          isDangerous
          onClick={() => void destroy()}
        >
          {t('logFile.delete')}
        </ActionItem>
      )}
    </MoreMenu>
  )
}

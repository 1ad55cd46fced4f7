import type { reportRhythms } from '@muster/contract'
import { type Report, type ReportRunState, reports } from '@muster/contract'
import { useEffect, useEffectEvent } from 'react'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { stateTexts, stateTones } from './reportTexts.ts'

const EditDialog = lazyDialog(() => import('./ReportDialogs.tsx').then((file) => file.EditDialog))
const RunsDialog = lazyDialog(() => import('./ReportDialogs.tsx').then((file) => file.RunsDialog))

const rhythmTexts = {
  DAILY: 'report.rhythm.DAILY',
  WEEKLY: 'report.rhythm.WEEKLY',
  MONTHLY: 'report.rhythm.MONTHLY',
} as const satisfies Record<(typeof reportRhythms)[number], string>

const State = ({ state }: { readonly state: ReportRunState }) => (
  <StatusBadge tone={stateTones[state]}>{t(stateTexts[state])}</StatusBadge>
)

function Readers({ readers }: Report) {
  const stopped = readers.filter(({ isStopped }) => isStopped).length
  const count = formatNumber(readers.length)
  return (
    <span title={readers.map(({ name }) => name).join(', ')}>
      {stopped === 0 ? count : t('report.readersOf', { count, stopped: formatNumber(stopped) })}
    </span>
  )
}

function Next({ status, nextAt }: Report) {
  if (status === 1) return <Time at={nextAt} />
  return <StatusBadge tone="neutral">{t('report.paused')}</StatusBadge>
}

const columns: Columns<Report> = [
  { key: 'name', title: 'report.name', width: 220, render: ({ name }) => <Words>{name}</Words> },
  {
    key: 'rhythm',
    title: 'report.rhythm',
    width: 108,
    words: rhythmTexts,
    render: ({ rhythm }) => t(rhythmTexts[rhythm]),
  },
  { key: 'nextAt', title: 'report.nextAt', width: 140, holds: 'moment', render: Next },
  {
    key: 'format',
    title: 'report.format',
    width: 76,
    render: ({ format }) => format.toUpperCase(),
  },
  { key: 'readers', title: 'report.readers', width: 110, render: Readers },
  {
    key: 'lastState',
    title: 'report.state',
    isState: true,
    width: 150,
    render: ({ lastState }) => (lastState === null ? nothing : <State state={lastState} />),
  },
  {
    key: 'lastAt',
    title: 'report.lastAt',
    holds: 'moment',
    render: ({ lastAt }) => <Time at={lastAt} />,
  },
  {
    key: 'createdBy',
    title: 'report.createdBy',
    width: 100,
    render: ({ createdBy }) => <Words>{createdBy}</Words>,
  },
  {
    key: 'orgName',
    title: 'mqttLog.org',
    width: 140,
    render: ({ orgName }) => <Words>{orgName}</Words>,
  },
]

/** REPORT_SUBSCRIPTION: lists that people are sent as files, and what became of each. */
export function ReportList() {
  const list = useList(reports)
  const edit = useDialog<Report>()
  const runs = useDialog<Report>()
  useStopLink()
  return (
    <Screen title="report.title">
      <Filters
        list={list}
        keyword={['report.name']}
        fields={{ rhythm: { label: 'report.rhythm', options: rhythmTexts } }}
      />
      <ActionLine list={list} columns={columns}>
        {null}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="report.empty"
        actionsWidth={170}
        actions={(row) => (
          <Acts row={row} edit={() => edit.open(row)} runs={() => runs.open(row)} />
        )}
      />
      <EditDialog dialog={edit} />
      <RunsDialog dialog={runs} />
    </Screen>
  )
}

/** The address that mails name: whoever follows it is asked whether he wants a report no more. */
function useStopLink(): void {
  const { query, setQuery } = usePage()
  const act = useAction(reports)
  const id = query['stop']
  const ask = useEffectEvent(async (stopped: string) => {
    setQuery({})
    const title = t('report.stop')
    const text = t('report.stopSure', { name: t('act.one.reports') })
    if (await confirm({ title, text, agree: title, kind: 'ordinary' }))
      await act(reports.stop, { params: { id: stopped } })
  })
  useEffect(() => {
    if (id) void ask(id)
  }, [id])
}

interface ActsProps {
  readonly row: Report
  readonly edit: () => void
  readonly runs: () => void
}

/** What is done with a report. */
function Acts({ row: { id, name, status, isMine, isOwn }, edit, runs }: ActsProps) {
  const act = useAction(reports)
  const params = { id }
  const ask = (title: string, text: string, kind: 'ordinary' | 'dangerous' = 'ordinary') =>
    confirm({ title, text, agree: title, kind })
  const remove = async () => {
    if (await ask(t('report.remove'), t('report.removeSure', { name }), 'dangerous'))
      await act(reports.remove, { params }, () => t('report.removed', { name }))
  }
  const stop = async () => {
    if (await ask(t('report.stop'), t('report.stopSure', { name })))
      await act(reports.stop, { params }, () => t('report.stopped', { name }))
  }
  const send = () =>
    act(reports.run, { params }, ({ count }) => t('report.ran', { count: formatNumber(count) }))
  const next = status === 1 ? '0' : '1'
  return (
    <RowActions>
      <RowButton opens code={reports.runs.permission} onClick={runs}>
        {t('report.runs')}
      </RowButton>
      <MoreMenu label={t('report.actionsOf', { name })}>
        {isOwn && (
          <>
            <ActionItem code={reports.run.permission} icon="bell" onClick={() => void send()}>
              {t('report.run')}
            </ActionItem>
            <ActionItem code={reports.update.permission} icon="edit" onClick={edit}>
              {t('kit.edit')}
            </ActionItem>
            <ActionItem
              code={reports.setStatus.permission}
              icon="clock"
              onClick={() => void act(reports.setStatus, { params: { id, status: next } })}
            >
              {t(status === 1 ? 'report.pause' : 'report.resume')}
            </ActionItem>
          </>
        )}
        {isMine && (
          <ActionItem code={reports.page.permission} icon="close" onClick={() => void stop()}>
            {t('report.stop')}
          </ActionItem>
        )}
        {isOwn && (
          <ActionItem
            code={reports.remove.permission}
            icon="trash"
            isDangerous
            onClick={() => void remove()}
          >
            {t('report.remove')}
          </ActionItem>
        )}
      </MoreMenu>
    </RowActions>
  )
}

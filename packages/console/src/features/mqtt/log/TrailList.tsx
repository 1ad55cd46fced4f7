import { type MqttEntry, mqttLog, openTrailHours, trailDays } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import classes from './mqttLog.module.css'
import { trailColumns } from './trailColumns.tsx'
import { directionTexts, resultTexts, typeTexts } from './trailTexts.ts'

const EntryDialog = lazyDialog(() => import('./EntryDialog.tsx').then((file) => file.EntryDialog))

/** What terminals and platform said to each other, the latest first. */
export function TrailList() {
  const list = useList(mqttLog)
  const detail = useDialog<MqttEntry>()
  return (
    <>
      <Filters
        list={list}
        keyword={['mqttLog.keyword']}
        fields={{
          sn: 'mqttLog.sn',
          correlationId: 'mqttLog.correlationId',
          from: { label: 'mqttLog.from', kind: 'moment' },
          to: { label: 'mqttLog.to', kind: 'moment' },
          direction: { label: 'mqttLog.direction', options: directionTexts },
          type: { label: 'mqttLog.type', options: typeTexts },
          result: { label: 'mqttLog.result', options: resultTexts },
          minSize: 'mqttLog.minSize',
        }}
      />
      <Span filter={list.state.filter} isSought={list.state.keyword !== ''} />
      <ActionLine list={list} columns={trailColumns}>
        <ExportButton list={list} columns={trailColumns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={trailColumns}
        actionsWidth={100}
        actions={(entry) => (
          <RowButton opens code={mqttLog.detail.permission} onClick={() => detail.open(entry)}>
            {t('mqttLog.details')}
          </RowButton>
        )}
      />
      <EntryDialog dialog={detail} />
    </>
  )
}

interface SpanProps {
  readonly filter: Readonly<Record<string, string>>
  /** A word is sought, which names one terminal or conversation, but not which of them. */
  readonly isSought: boolean
}

/** How far the list looks back, and what is missing in it. */
function Span({ filter, isSought }: SpanProps) {
  const { sn, correlationId, from, to } = filter
  const { data } = useQuery({
    ...query(mqttLog.unrecorded, { query: { sn, correlationId, from, to } }),
    enabled: useCan(mqttLog.unrecorded.permission),
    subscribed: usePage().active,
  })
  const isNamed = Boolean(sn ?? correlationId)
  return (
    <>
      {!isNamed && (
        <p className={classes.note}>
          {t(isSought ? 'mqttLog.spanSought' : 'mqttLog.span', {
            days: formatNumber(trailDays),
            hours: formatNumber(openTrailHours),
          })}
        </p>
      )}
      {data !== undefined && data.messages > 0 && (
        <p className={classes.missing}>{t('mqttLog.unrecorded', { count: data.messages })}</p>
      )}
    </>
  )
}

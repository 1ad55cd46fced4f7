import { consistencyRules, organizations, type ParamFinding, paramFindings } from '@muster/contract'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { severityTexts, severityTones, standingOf, standingTexts } from './ruleTexts.ts'
import { DeviceLink } from '../../device/index.ts'

export const columns: Columns<ParamFinding> = [
  {
    key: 'sn',
    title: 'paramRule.device',
    width: 150,
    sortable: true,
    render: ({ deviceId, sn }) => <DeviceLink id={deviceId} sn={sn} tab="parameters" />,
  },
  { key: 'ruleName', title: 'paramRule.rule', sortable: true, width: 180 },
  {
    key: 'severity',
    title: 'paramRule.severity',
    sortable: true,
    width: 96,
    words: severityTexts,
    render: ({ severity }) => (
      <StatusBadge tone={severityTones[severity]}>{t(severityTexts[severity])}</StatusBadge>
    ),
  },
  {
    key: 'pid',
    title: 'paramRule.pid',
    width: 140,
    render: ({ pid }) => <Ltr>{pid}</Ltr>,
  },
  {
    key: 'value',
    title: 'paramRule.value',
    render: ({ value }) => (value === null ? nothing : <Ltr>{value}</Ltr>),
  },
  {
    key: 'about',
    title: 'paramRule.about',
    render: ({ about }) => (about === null ? nothing : <Ltr>{about}</Ltr>),
  },
  { key: 'orgName', title: 'paramRule.org', width: 130 },
  { key: 'appName', title: 'paramRule.app', width: 110 },
  {
    key: 'openedAt',
    title: 'paramRule.openedAt',
    holds: 'moment',
    sortable: true,
    render: ({ openedAt }) => <Time at={openedAt} />,
  },
  {
    key: 'closedAt',
    title: 'paramRule.closedAt',
    holds: 'moment',
    sortable: true,
    render: (row) =>
      row.closedAt === null ? t(standingTexts[standingOf(row)]) : <Time at={row.closedAt} />,
  },
]

const searched = ['paramRule.device', 'paramRule.rule'] as const

/** An inbox shows what is broken now. */
const broken = { opensOn: { state: 'OPEN' } } as const

/** Terminals whose values break rules, or did, the latest first. */
export function FindingList() {
  const list = useList(paramFindings, broken)
  return (
    <>
      <Filters
        list={list}
        keyword={searched}
        fields={{
          ruleId: { label: 'paramRule.rule', of: consistencyRules },
          state: { label: 'paramRule.state', options: standingTexts },
          severity: { label: 'paramRule.severity', options: severityTexts },
          sn: 'paramRule.device',
          value: 'paramRule.value',
          orgId: { label: 'kit.orgAndBelow', of: organizations },
        }}
      />
      <ActionLine list={list} columns={columns}>
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable list={list} columns={columns} emptyText="paramRule.emptyFindings" />
    </>
  )
}

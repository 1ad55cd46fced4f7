import { type ConsistencyRule, consistencyRules, organizations } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveButton, RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { formatCapped } from '../../../kit/formatCapped.ts'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { statusColumn, updatedAtColumn } from '../../../kit/list/usualColumns.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { factTexts, kindTexts, severityTexts, severityTones } from './ruleTexts.ts'
import classes from './rule.module.css'

const RuleForm = lazyDialog(() => import('./RuleForm.tsx').then((file) => file.RuleForm))

export const columns: Columns<ConsistencyRule> = [
  { key: 'name', title: 'paramRule.name', sortable: true, width: 200 },
  { key: 'kind', title: 'paramRule.kind', sortable: true, words: kindTexts, width: 180 },
  {
    key: 'pid',
    title: 'paramRule.pid',
    sortable: true,
    width: 150,
    file: [
      { key: 'pid', title: 'paramRule.pid' },
      { key: 'byPid', title: 'paramRule.byPid' },
      { key: 'fact', title: 'paramRule.fact', words: factTexts },
    ],
    render: ({ pid, byPid }) => <Ltr>{byPid ? `${byPid} → ${pid}` : pid}</Ltr>,
  },
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
    key: 'findingCount',
    title: 'paramRule.findingCount',
    width: 96,
    align: 'end',
    render: ({ id, findingCount }) =>
      findingCount > 0 ? (
        <a className={classes.link} href={`#/param/list?tab=findings&ruleId=${id}&state=OPEN`}>
          {formatCapped(findingCount)}
        </a>
      ) : (
        formatNumber(0)
      ),
  },
  { key: 'orgName', title: 'paramRule.org', sortable: true, width: 130 },
  {
    key: 'appName',
    title: 'paramRule.app',
    sortable: true,
    width: 110,
  },
  {
    key: 'judgedAt',
    title: 'paramRule.judgedAt',
    holds: 'moment',
    sortable: true,
    render: ({ judgedAt }) => (judgedAt ? <Time at={judgedAt} /> : t('paramRule.judging')),
  },
  updatedAtColumn,
  statusColumn(consistencyRules),
]

const searched = ['paramRule.name', 'paramRule.pid', 'paramRule.remark'] as const

/** Rules over the values of many terminals, each with how many break it. */
export function RuleList() {
  const list = useList(consistencyRules)
  const dialog = useDialog<ConsistencyRule>()
  const add = <AddButton code={consistencyRules.add.permission} dialog={dialog} />
  return (
    <>
      <Filters
        list={list}
        keyword={searched}
        fields={{
          kind: { label: 'paramRule.kind', options: kindTexts },
          severity: { label: 'paramRule.severity', options: severityTexts },
          pid: 'paramRule.pid',
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<RemoveSelected of={consistencyRules} list={list} />}
      >
        <RecycleBin of={consistencyRules} columns={columns} keyword={searched} />
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="paramRule.empty"
        empty={add}
        actions={(rule) => (
          <RowActions>
            <EditButton
              code={consistencyRules.update.permission}
              onClick={() => dialog.open(rule)}
            />
            <RemoveButton of={consistencyRules} row={rule} />
          </RowActions>
        )}
      />
      <RuleForm dialog={dialog} />
    </>
  )
}

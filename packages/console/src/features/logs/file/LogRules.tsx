import { type LogRule, logRules, organizations } from '@muster/contract'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveButton, RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { statusColumn, updatedAtColumn } from '../../../kit/list/usualColumns.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Time, Words } from '../../../kit/page/values.tsx'
import { formatAll, formatNumber } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { logTexts } from '../../device/index.ts'
import classes from '../logs.module.css'
import { conditionTexts } from './logFileTexts.ts'

const LogRuleForm = lazyDialog(() => import('./LogRuleForm.tsx').then((file) => file.LogRuleForm))

export const ruleColumns: Columns<LogRule> = [
  { key: 'name', title: 'logRule.name', sortable: true },
  {
    key: 'condition',
    title: 'logRule.condition',
    sortable: true,
    width: 170,
    words: conditionTexts,
    render: ({ condition }) => t(conditionTexts[condition]),
  },
  {
    key: 'types',
    title: 'logFile.type',
    width: 200,
    words: logTexts,
    render: ({ types }) => formatAll(types.map((type) => t(logTexts[type]))),
  },
  { key: 'orgName', title: 'device.organization', sortable: true, width: 140 },
  {
    key: 'groupName',
    title: 'logRule.group',
    sortable: true,
    width: 120,
    render: ({ groupName }) => <Words>{groupName}</Words>,
  },
  {
    key: 'cooldownHours',
    title: 'logRule.cooldown',
    width: 110,
    align: 'end',
    render: ({ cooldownHours }) => formatNumber(cooldownHours),
  },
  {
    key: 'firedCount',
    title: 'logRule.fired',
    sortable: true,
    width: 100,
    align: 'end',
    render: ({ firedCount }) => formatNumber(firedCount),
  },
  {
    key: 'firedAt',
    title: 'logRule.firedAt',
    sortable: true,
    holds: 'moment',
    render: ({ firedAt }) => <Time at={firedAt} />,
  },
  updatedAtColumn,
  statusColumn(logRules),
]

const searched = ['logRule.name'] as const

/** When logs are pulled without anybody asking. */
export function LogRules() {
  const list = useList(logRules)
  const dialog = useDialog<LogRule>()
  const add = <AddButton code={logRules.add.permission} dialog={dialog} />
  return (
    <>
      <p className={classes.hint}>{t('logRule.hint')}</p>
      <Filters
        list={list}
        keyword={searched}
        fields={{
          condition: { label: 'logRule.condition', options: conditionTexts },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={ruleColumns}
        chosen={<RemoveSelected of={logRules} list={list} />}
      >
        <RecycleBin of={logRules} columns={ruleColumns} keyword={searched} />
        <ExportButton list={list} columns={ruleColumns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={ruleColumns}
        empty={add}
        emptyText="logRule.empty"
        actions={(rule) => (
          <RowActions>
            <EditButton code={logRules.update.permission} onClick={() => dialog.open(rule)} />
            <RemoveButton of={logRules} row={rule} />
          </RowActions>
        )}
      />
      <LogRuleForm dialog={dialog} />
    </>
  )
}

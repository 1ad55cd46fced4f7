import {
  type AlarmKind,
  type AlarmRule,
  alarmRules,
  groups,
  models,
  organizations,
  kindsOfAlarm,
} from '@muster/contract'
import { RecycleBin } from '../../kit/batch/RecycleBin.tsx'
import { RemoveButton, RemoveSelected } from '../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { statusFilter } from '../../kit/filters/filterFields.ts'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { AddButton, EditButton, RowActions } from '../../kit/list/buttons.tsx'
import { type Columns, yesNo } from '../../kit/list/columns.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { statusColumn, updatedAtColumn } from '../../kit/list/usualColumns.tsx'
import { useList } from '../../kit/list/useList.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { formatBytes, formatPercent } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { SeverityBadge } from './AlarmBadges.tsx'
import classes from './alarm.module.css'
import { kindTexts, severityTexts } from './alarmTexts.ts'

const AlarmRuleForm = lazyDialog(() =>
  import('./AlarmRuleForm.tsx').then((file) => file.AlarmRuleForm),
)

export const ruleColumns: Columns<AlarmRule> = [
  { key: 'name', title: 'alarm.rule.name', sortable: true },
  { key: 'kind', title: 'alarm.kind', sortable: true, words: kindTexts, width: 200 },
  { key: 'orgName', title: 'alarm.organization', sortable: true, width: 120 },
  {
    key: 'groupName',
    title: 'alarm.rule.part',
    width: 140,
    file: [
      { key: 'modelName', title: 'alarm.rule.model' },
      { key: 'groupName', title: 'alarm.rule.group' },
    ],
    render: partWords,
  },
  {
    key: 'severity',
    title: 'alarm.severity',
    words: severityTexts,
    width: 104,
    render: SeverityBadge,
  },
  { key: 'threshold', title: 'alarm.rule.threshold', width: 112, align: 'end', render: Threshold },
  { key: 'tellsNotice', title: 'alarm.rule.tellsNotice', words: yesNo, width: 100 },
  { key: 'tellsMail', title: 'alarm.rule.tellsMail', words: yesNo, width: 90 },
  { key: 'tellsWebhook', title: 'alarm.rule.tellsWebhook', words: yesNo, width: 110 },
  updatedAtColumn,
  statusColumn(alarmRules),
]

/** From where on it is one; what a rule does not say is as usual. */
function Threshold({
  kind,
  threshold,
}: {
  readonly kind: AlarmKind
  readonly threshold: number | null
}) {
  const usual = kindsOfAlarm[kind].threshold?.usual
  return usual === undefined ? null : thresholdWords(kind, threshold ?? usual)
}

const megabyte = 1_048_576

/** A threshold in the unit of its kind. */
function thresholdWords(kind: AlarmKind, value: number): string {
  switch (kind) {
    case 'BATTERY':
      return formatPercent(value / 100)
    case 'STORAGE':
      return formatBytes(value * megabyte)
    case 'CLOCK_SKEW':
      return t('alarm.rule.seconds', { count: value })
    default:
      return t('alarm.rule.days', { count: value })
  }
}

/** Which part of its organisation's terminals a rule is for, and what kind of part that is. */
function partWords({ modelName, groupName }: AlarmRule): string {
  if (groupName !== null) return t('alarm.rule.ofGroup', { name: groupName })
  if (modelName !== null) return t('alarm.rule.ofModel', { name: modelName })
  return t('alarm.rule.everything')
}

const searched = ['alarm.rule.name'] as const

/** When there is an alarm, and who is told. */
export function AlarmRules() {
  const list = useList(alarmRules)
  const dialog = useDialog<AlarmRule>()
  const add = <AddButton code={alarmRules.add.permission} dialog={dialog} />
  return (
    <>
      <p className={classes.hint}>{t('alarm.rule.nearest')}</p>
      <Filters
        list={list}
        keyword={searched}
        fields={{
          kind: { label: 'alarm.kind', options: kindTexts },
          severity: { label: 'alarm.severity', options: severityTexts },
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          modelId: { label: 'alarm.rule.model', of: models },
          groupId: { label: 'alarm.rule.group', of: groups },
          status: statusFilter,
        }}
      />
      <ActionLine
        list={list}
        columns={ruleColumns}
        chosen={<RemoveSelected of={alarmRules} list={list} />}
      >
        <RecycleBin of={alarmRules} columns={ruleColumns} keyword={searched} />
        <ExportButton list={list} columns={ruleColumns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={ruleColumns}
        empty={add}
        actions={(rule) => (
          <RowActions>
            <EditButton code={alarmRules.update.permission} onClick={() => dialog.open(rule)} />
            <RemoveButton of={alarmRules} row={rule} />
          </RowActions>
        )}
      />
      <AlarmRuleForm dialog={dialog} />
    </>
  )
}

import type { Parameter } from '@muster/contract'
import { type Columns, yesNo } from '../../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { groupName, isUnused, nameOfParameter, typeTexts, valueText } from './parameterTexts.ts'

export const columns: Columns<Parameter> = [
  {
    key: 'key',
    title: 'parameter.key',
    width: 208,
    sortable: true,
    render: ({ key }) => <Ltr>{key}</Ltr>,
  },
  {
    key: 'name',
    title: 'parameter.name',
    width: 320,
    words: 'parameter.key.{key}',
    render: (one) => <span title={nameOfParameter(one)}>{nameOfParameter(one)}</span>,
  },
  {
    key: 'value',
    title: 'parameter.value',
    width: 96,
    words: yesNo,
    render: (one) => <Ltr>{valueText(one, one.value)}</Ltr>,
  },
  {
    key: 'isChanged',
    title: 'parameter.changed',
    isState: true,
    width: 120,
    words: { true: 'parameter.changedYes', false: 'parameter.changedNo' },
    render: (one) => <State of={one} />,
  },
  {
    key: 'groupCode',
    title: 'parameter.group',
    width: 112,
    sortable: true,
    words: 'parameter.group.{groupCode}',
    render: ({ groupCode }) => groupName(groupCode),
  },
  {
    key: 'valueType',
    title: 'parameter.valueType',
    width: 140,
    words: typeTexts,
  },
  {
    key: 'updatedAt',
    title: 'kit.updatedAt',
    holds: 'moment',
    sortable: true,
    render: ({ updatedAt, isChanged }) => <Time at={isChanged ? updatedAt : null} />,
  },
  { key: 'updatedBy', title: 'parameter.changedBy', width: 120 },
]

/** Whether somebody has set it, or nobody would notice. */
function State({ of: one }: { readonly of: Parameter }) {
  if (isUnused(one)) return <StatusBadge tone="waiting">{t('parameter.unused')}</StatusBadge>
  return (
    <StatusBadge tone={one.isChanged ? 'good' : 'neutral'}>
      {t(one.isChanged ? 'parameter.changedYes' : 'parameter.changedNo')}
    </StatusBadge>
  )
}

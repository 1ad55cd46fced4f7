import type { Parameter } from '@muster/contract'
import type { Columns } from '../../../kit/parts/columns.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/parts/values.tsx'
import { t } from '../../../platform/texts.ts'
import { groupName, nameOfParameter, typeTexts, valueText } from './parameterTexts.ts'

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
    render: (one) => <span title={nameOfParameter(one)}>{nameOfParameter(one)}</span>,
  },
  {
    key: 'groupCode',
    title: 'parameter.group',
    width: 104,
    sortable: true,
    render: ({ groupCode }) => groupName(groupCode),
  },
  {
    key: 'value',
    title: 'parameter.value',
    width: 96,
    render: (one) => <Ltr>{valueText(one, one.value)}</Ltr>,
  },
  {
    key: 'valueType',
    title: 'parameter.valueType',
    width: 112,
    render: ({ valueType }) => t(typeTexts[valueType]),
  },
  {
    key: 'isChanged',
    title: 'parameter.changed',
    width: 96,
    render: ({ isChanged }) => (
      <StatusBadge tone={isChanged ? 'good' : 'neutral'}>
        {t(isChanged ? 'parameter.changedYes' : 'parameter.changedNo')}
      </StatusBadge>
    ),
  },
  {
    key: 'updatedAt',
    title: 'kit.updatedAt',
    width: 140,
    sortable: true,
    render: ({ updatedAt, isChanged }) => <Time at={isChanged ? updatedAt : null} />,
  },
]

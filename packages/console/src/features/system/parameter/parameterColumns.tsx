import type { Parameter } from '@muster/contract'
import type { Columns } from '../../../kit/parts/columns.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/parts/values.tsx'
import { t } from '../../../platform/texts.ts'
import classes from './parameter.module.css'
import { groupName, isUnused, nameOfParameter, typeTexts, valueText } from './parameterTexts.ts'

/** What it is called, and whether changing it does anything yet. */
function Name({ of: one }: { readonly of: Parameter }) {
  const name = nameOfParameter(one)
  if (!isUnused(one)) return <span title={name}>{name}</span>
  return (
    <span title={name}>
      {name} <small className={classes.unused}>{t('parameter.unused')}</small>
    </span>
  )
}

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
    render: (one) => <Name of={one} />,
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
  { key: 'updatedBy', title: 'parameter.changedBy', width: 112 },
]

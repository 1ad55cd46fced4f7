import { type Group, groups, type TextKey } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { StatusBadge, Time } from '../../../kit/page/values.tsx'
import { formatAll, formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import type { Tone } from '../../../ui/table/cells.tsx'
import { DeviceCount } from '../facts/DeviceCount.tsx'
import { FilterWords } from '../filter/FilterWords.tsx'

export const typeTexts: Readonly<Record<Group['type'], TextKey>> = {
  STATIC: 'group.type.STATIC',
  DYNAMIC: 'group.type.DYNAMIC',
}

type ShownState = Group['state'] | 'FAILED'

export const stateTexts: Readonly<Record<ShownState, TextKey>> = {
  PENDING: 'group.state.PENDING',
  ACTIVE: 'group.state.ACTIVE',
  SUSPENDED: 'group.state.SUSPENDED',
  FAILED: 'group.state.FAILED',
}

const tones: Readonly<Record<ShownState, Tone>> = {
  PENDING: 'waiting',
  ACTIVE: 'good',
  SUSPENDED: 'neutral',
  FAILED: 'bad',
}

export const failureTexts: Readonly<Record<NonNullable<Group['failure']>, TextKey>> = {
  FILTER: 'group.failure.FILTER',
  SLOW: 'group.failure.SLOW',
}

export const columns: Columns<Group> = [
  { key: 'name', title: 'group.name', sortable: true, width: 220 },
  { key: 'type', title: 'group.type', width: 104, words: typeTexts, sortable: true },
  { key: 'orgName', title: 'group.organization', width: 140 },
  {
    key: 'modelNames',
    title: 'group.models',
    width: 140,
    file: [],
    render: ({ modelNames }) =>
      modelNames.length === 0 ? t('group.models.any') : formatAll(modelNames),
  },
  {
    key: 'uses',
    title: 'group.uses',
    width: 92,
    align: 'end',
    render: ({ uses, usedBy }) => <span title={usedBy.join('\n')}>{formatNumber(uses)}</span>,
  },
  {
    key: 'members',
    title: 'group.members',
    width: 92,
    align: 'end',
    render: ({ id, members }) => <DeviceCount count={members} of={{ groupId: id }} />,
  },
  {
    key: 'filter',
    title: 'group.rule',
    // A sentence in words of the reader's language: no cell of a sheet to sort or compute by.
    file: [],
    render: ({ filter }) => (filter ? <FilterWords filter={filter} /> : nothing),
  },
  {
    key: 'state',
    title: 'group.state',
    width: 112,
    words: stateTexts,
    file: [
      { key: 'state', title: 'group.state', words: stateTexts },
      { key: 'failedAt', title: 'group.state.FAILED' },
    ],
    render: State,
  },
  {
    key: 'rebuiltAt',
    title: 'group.rebuiltAt',
    holds: 'moment',
    render: ({ rebuiltAt }) => <Time at={rebuiltAt} />,
  },
  statusColumn(groups),
]

/** One that failed says why, and what cures it. */
function State({ state, failure }: Group) {
  const shown = failure ? 'FAILED' : state
  return (
    <span title={failure ? t(failureTexts[failure]) : undefined}>
      <StatusBadge tone={tones[shown]}>{t(stateTexts[shown])}</StatusBadge>
    </span>
  )
}

/** What is in force for a group, which keeps it from being removed, and from being destroyed. */
const usedColumn: Columns<Group>[number] = {
  key: 'usedBy',
  title: 'group.inForce',
  width: 260,
  file: [],
  render: ({ usedBy }) => (usedBy.length === 0 ? nothing : formatAll(usedBy)),
}

/** In the recycle bin a group has no members and nothing is found for it. */
export const binColumns: Columns<Group> = [
  ...columns.filter(({ key }) => ['name', 'type', 'orgName', 'filter'].includes(key)),
  usedColumn,
]

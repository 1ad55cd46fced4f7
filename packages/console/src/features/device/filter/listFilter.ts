import {
  type Filter,
  type FilterField,
  type FilterOperator,
  readFilter,
  serialsIn,
  severities,
  type TextKey,
} from '@muster/contract'

/** What a list shows, as a filter, and what of it no filter can say. */
export interface ListFilter {
  /** Null: nothing that a filter could say. */
  readonly filter: Filter | null
  /** Names of the list's query. */
  readonly left: readonly string[]
}

type Said = (value: string) => Filter | null

const is =
  (field: FilterField, op: FilterOperator) =>
  (value: string): Filter => ({ field, op, values: [value] })

/** What a text may be at most that is asked for. */
const longestText = 64

const contains =
  (...fields: readonly FilterField[]): Said =>
  (value) => {
    if (value.length > longestText) return null
    const parts = fields.map((field) => is(field, 'contains')(value))
    return parts.length === 1 && parts[0] ? parts[0] : { any: parts }
  }

/**
 * The list's own filters. What is not here has no equivalent: it says something else tomorrow (ends of
 * warranty and support), follows what others set (offline for too long, a functional profile), or is a time of day or a
 * place.
 */
const said: Readonly<Record<string, Said>> = {
  orgId: is('orgId', 'below'),
  modelId: is('modelId', 'in'),
  vendorId: is('vendorId', 'in'),
  stationId: is('stationId', 'in'),
  groupId: is('groupId', 'in'),
  classificationId: is('classificationId', 'in'),
  tag: is('tag', 'hasAny'),
  presence: is('presence', 'in'),
  lifecycle: is('lifecycle', 'in'),
  status: is('status', 'in'),
  alarm: () => ({ field: 'alarmSeverity', op: 'in', values: [...severities] }),
  alarmKind: is('alarmKind', 'in'),
  security: is('security', 'in'),
  paramStand: is('paramStand', 'in'),
  fence: is('fence', 'in'),
  lock: is('lock', 'in'),
  sn: (value) => is('sn', 'begins')(value.toUpperCase()),
  sns: (value) => {
    const values = serialsIn(value)
    return values && { field: 'sn', op: 'in', values }
  },
  tid: is('tid', 'begins'),
  name: contains('name'),
  firmware: is('firmware', 'is'),
  agentVersion: is('agentVersion', 'is'),
  offlineHours: (value) => ({
    all: [is('presence', 'in')('OFFLINE'), is('lastSeenAt', 'longerAgo')(value)],
  }),
  keyword: contains('sn', 'name', 'tid'),
  tree: readFilter,
}

/** What a list is sought by as one filter, and which of it no filter says. */
export function filterOfList(sought: Readonly<Record<string, string>>): ListFilter {
  const parts = Object.entries(sought)
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => ({ name, filter: said[name]?.(value.trim()) ?? null }))
  const filters = parts.flatMap(({ filter }) => (filter ? flat(filter) : []))
  const [only] = filters
  return {
    filter: filters.length > 1 ? { all: filters } : (only ?? null),
    left: parts.filter(({ filter }) => filter === null).map(({ name }) => name),
  }
}

/** What all holds anyhow needs no level of its own. */
const flat = (filter: Filter): readonly Filter[] => ('all' in filter ? filter.all : [filter])

/** A filter as an address holds it; empty for none. */
export const writeTree = (filter: Filter | null): string =>
  filter === null ? '' : JSON.stringify(filter)

/** What the filters of the list are called that no filter says, or not always. */
const leftTexts: Readonly<Record<string, TextKey>> = {
  area: 'location.area',
  failing: 'device.failing',
  located: 'device.located',
  overdue: 'device.overdue',
  profileId: 'device.profile',
  profileStand: 'device.profileStand',
  warranty: 'device.warranty',
  support: 'device.support',
  keyword: 'device.keyword',
  name: 'device.name',
  sns: 'device.sns',
  tree: 'group.filter.advanced',
  createdFrom: 'list.createdFrom',
  createdTo: 'list.createdTo',
  updatedFrom: 'list.updatedFrom',
  updatedTo: 'list.updatedTo',
}

export const leftText = (name: string): TextKey => leftTexts[name] ?? 'kit.filters'

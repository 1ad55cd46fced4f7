import { devices, type Filter, filterTree } from '@muster/contract'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { filterNames } from '../../../ui/table/listState.ts'
import { membersOf } from '../../../ui/form/schema.ts'
import { filterOfList, leftText, writeTree } from './listFilter.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const tree: Filter = {
  any: [
    { field: 'battery', op: 'atMost', values: ['20'] },
    { field: 'tag', op: 'hasAny', values: ['till'] },
  ],
}

const equivalents: Readonly<Record<string, readonly [value: string, filter: Filter]>> = {
  orgId: [id, { field: 'orgId', op: 'below', values: [id] }],
  modelId: [id, { field: 'modelId', op: 'in', values: [id] }],
  vendorId: [id, { field: 'vendorId', op: 'in', values: [id] }],
  stationId: [id, { field: 'stationId', op: 'in', values: [id] }],
  groupId: [id, { field: 'groupId', op: 'in', values: [id] }],
  classificationId: [id, { field: 'classificationId', op: 'in', values: [id] }],
  tag: ['till', { field: 'tag', op: 'hasAny', values: ['till'] }],
  presence: ['OFFLINE', { field: 'presence', op: 'in', values: ['OFFLINE'] }],
  lifecycle: ['ACTIVE', { field: 'lifecycle', op: 'in', values: ['ACTIVE'] }],
  status: ['0', { field: 'status', op: 'in', values: ['0'] }],
  sn: ['hu-1', { field: 'sn', op: 'begins', values: ['HU-1'] }],
  sns: ['hu-10001,HU-10002', { field: 'sn', op: 'in', values: ['HU-10001', 'HU-10002'] }],
  tid: ['IQ', { field: 'tid', op: 'begins', values: ['IQ'] }],
  name: ['Till', { field: 'name', op: 'contains', values: ['Till'] }],
  firmware: ['A8-4.2', { field: 'firmware', op: 'is', values: ['A8-4.2'] }],
  agentVersion: ['3.0', { field: 'agentVersion', op: 'is', values: ['3.0'] }],
  offlineHours: [
    '72',
    {
      all: [
        { field: 'presence', op: 'in', values: ['OFFLINE'] },
        { field: 'lastSeenAt', op: 'longerAgo', values: ['72'] },
      ],
    },
  ],
  keyword: [
    ' 137 ',
    {
      any: [
        { field: 'sn', op: 'contains', values: ['137'] },
        { field: 'name', op: 'contains', values: ['137'] },
        { field: 'tid', op: 'contains', values: ['137'] },
      ],
    },
  ],
  alarm: ['1', { field: 'alarmSeverity', op: 'in', values: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] }],
  alarmKind: ['TAMPER', { field: 'alarmKind', op: 'in', values: ['TAMPER'] }],
  security: ['ROOTED', { field: 'security', op: 'in', values: ['ROOTED'] }],
  paramStand: ['DRIFT', { field: 'paramStand', op: 'in', values: ['DRIFT'] }],
  fence: ['OUT', { field: 'fence', op: 'in', values: ['OUT'] }],
  lock: ['LOCKED', { field: 'lock', op: 'in', values: ['LOCKED'] }],
  tree: [writeTree(tree), tree],
}

const withoutEquivalent = [
  'area',
  'failing',
  'located',
  'createdFrom',
  'createdTo',
  'updatedFrom',
  'updatedTo',
  'overdue',
  'profileId',
  'profileStand',
  'support',
  'warranty',
]

const names = [...filterNames(Object.keys(membersOf(devices.page.schemas.query))), 'keyword']

it.each(names.filter((name) => !withoutEquivalent.includes(name)))(
  'says %s of the list as a filter',
  (name) => {
    const [value, filter] = equivalents[name] ?? ['', null]
    expect(filterOfList({ [name]: value })).toEqual({ filter, left: [] })
    expect(z.safeParse(filterTree(), filter).success).toBe(true)
  },
)

it.each(withoutEquivalent)('says that no filter can say %s', (name) => {
  expect(filterOfList({ [name]: '2026-01-01T00:00:00.000Z', sn: 'A1' })).toEqual({
    filter: { field: 'sn', op: 'begins', values: ['A1'] },
    left: [name],
  })
  expect(leftText(name)).not.toBe('kit.filters')
})

it('joins them in one level, whatever the list is cut by', () => {
  const { filter } = filterOfList({
    modelId: id,
    offlineHours: '24',
    tree: writeTree(tree),
    name: '',
  })
  expect(filter).toEqual({
    all: [
      { field: 'modelId', op: 'in', values: [id] },
      { field: 'presence', op: 'in', values: ['OFFLINE'] },
      { field: 'lastSeenAt', op: 'longerAgo', values: ['24'] },
      tree,
    ],
  })
  expect(filterOfList({})).toEqual({ filter: null, left: [] })
})

it('leaves what is too long for a filter, and a tree that is none', () => {
  expect(filterOfList({ keyword: 'x'.repeat(65), sns: '!', tree: '{"all":1}' })).toEqual({
    filter: null,
    left: ['keyword', 'sns', 'tree'],
  })
})

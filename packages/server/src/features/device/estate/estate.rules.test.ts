import { describe, expect, it } from 'vitest'
import { prefixEnd } from '../../../kit/page.ts'
import {
  faultOfWarranty,
  lifecycleAfterMove,
  lockedMember,
  mayRemove,
  windowOf,
} from './estate.rules.ts'

it('knows a warranty of which half is said, and one without an end', () => {
  const fault = (warrantyStart: string | null, warrantyMonths: number | null) =>
    faultOfWarranty({ warrantyStart, warrantyMonths })
  expect(fault(null, null)).toBeNull()
  expect(fault(null, 1)).toMatchObject({ field: 'warrantyStart', says: 'device.warrantyBoth' })
  expect(fault('2026-01-31', null)).toMatchObject({ field: 'warrantyMonths' })
  expect(fault('9999-06-30', 6)).toBeNull()
  expect(fault('9999-07-01', 6)).toMatchObject({ says: 'device.warrantyTooFar' })
})

const facts = { sn: 'SN-1', tid: 'TID00001', modelId: 'm', orgId: 'o' }

describe('the members of a terminal', () => {
  it.each([
    ['STOCK', false, { sn: 'x', tid: 'x', modelId: 'x', orgId: 'x' }, null],
    ['ASSIGNED', false, { sn: 'x', tid: 'x', modelId: 'x', orgId: 'x' }, null],
    ['ASSIGNED', true, { sn: 'x' }, 'sn'],
    ['ASSIGNED', true, { tid: 'x', modelId: 'x', orgId: 'x' }, null],
    ['ACTIVE', true, { modelId: 'x' }, 'modelId'],
    ['ACTIVE', true, { sn: 'x' }, 'sn'],
    ['ACTIVE', true, { tid: 'x' }, 'tid'],
    ['ACTIVE', true, { tid: null }, 'tid'],
    ['ACTIVE', true, { orgId: 'x' }, null],
    ['SUSPENDED', true, { tid: 'x', orgId: 'x' }, null],
    ['SUSPENDED', true, { modelId: 'x' }, 'modelId'],
    ['REPAIR', true, { orgId: 'x' }, 'orgId'],
    ['LOST', true, { orgId: 'x' }, 'orgId'],
    ['SCRAPPED', true, { sn: 'x' }, 'sn'],
    ['LOST', true, {}, null],
  ])('in %s, registered: %j, changed %j, lock %j', (...given) => {
    const [lifecycle, isRegistered, changes, locked] = given
    expect(lockedMember({ ...facts, lifecycle, isRegistered }, { ...facts, ...changes })).toBe(
      locked,
    )
  })
})

describe('a terminal', () => {
  it.each([
    ['STOCK', true, 'STOCK'],
    ['STOCK', false, 'ASSIGNED'],
    ['ASSIGNED', true, 'STOCK'],
    ['ACTIVE', true, 'ACTIVE'],
    ['SUSPENDED', false, 'SUSPENDED'],
  ])('in %s that moves (to a root: %j) is then %s', (lifecycle, isRoot, after) => {
    expect(lifecycleAfterMove(lifecycle, { isRoot })).toBe(after)
  })

  it.each([
    ['STOCK', true, true],
    ['ASSIGNED', false, true],
    ['ASSIGNED', true, false],
    ['ACTIVE', true, false],
    ['ACTIVE', false, false],
    ['SUSPENDED', true, false],
    ['REPAIR', true, false],
    ['LOST', true, false],
    ['REPLACED', true, false],
    ['SCRAPPED', true, true],
    ['UNCLAIMED', false, true],
  ])('in %s, registered: %j, may be removed: %j', (lifecycle, isRegistered, may) => {
    expect(mayRemove({ lifecycle, isRegistered })).toBe(may)
  })
})

it('ends a range of texts after the last that begins so', () => {
  const texts = ['SN09', 'SN09\u{10FFFE}', 'SN0A', 'SN090', 'SN09Z', 'SN1']
  const inside = texts.filter((text) => text >= 'SN09' && text < prefixEnd('SN09'))
  expect(inside).toEqual(['SN09', 'SN09\u{10FFFE}', 'SN090', 'SN09Z'])
})

describe('the window of a page', () => {
  it.each([
    [1, 20, 0, null],
    [1, 20, 5, { fromEnd: false, offset: 0, limit: 5 }],
    [1, 20, 100, { fromEnd: false, offset: 0, limit: 20 }],
    [5, 20, 100, { fromEnd: true, offset: 0, limit: 20 }],
    [5, 20, 99, { fromEnd: true, offset: 0, limit: 19 }],
    [4, 20, 100, { fromEnd: true, offset: 20, limit: 20 }],
    [6, 20, 100, null],
  ])('%i of size %i in %i rows', (pageNum, pageSize, total, window) => {
    expect(windowOf({ pageNum, pageSize }, total)).toEqual(window)
  })
})

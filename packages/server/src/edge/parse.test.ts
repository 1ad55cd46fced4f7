import { areas, vendors } from '@muster/contract'
import { expect, it } from 'vitest'
import { Refusal } from '../kit/refusal.ts'
import { parseRequest } from './parse.ts'

const area = { name: 'Iraq', code: 'IQ', type: 'country' }

/** What a body is refused for, field by field. */
function faultsOf(body: object): Record<string, string> {
  const sent = Buffer.from(JSON.stringify(body))
  try {
    parseRequest(areas.add, { params: {}, query: {}, body: sent, language: 'en' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const fields = error.detail.fields ?? []
    return Object.fromEntries(fields.map(({ field, message }) => [field, message]))
  }
  return {}
}

it('lets a whole body pass', () => {
  expect(faultsOf(area)).toEqual({})
})

it.each([
  [{ name: undefined }, { name: 'Required' }],
  [{ name: 7 }, { name: 'Not the expected kind of value' }],
  [{ name: null }, { name: 'Not the expected kind of value' }],
  [{ sort: 'ten' }, { sort: 'Not the expected kind of value' }],
  [{ sort: { $gt: 0 } }, { sort: 'Not the expected kind of value' }],
])('tells a value of another kind from a missing one: %o', (change, faults) => {
  expect(faultsOf({ ...area, ...change })).toEqual(faults)
})

it('says the same of an address', () => {
  const query = { pageNum: 'one' }
  const raw = { params: {}, query, body: Buffer.alloc(0), language: 'en' }
  expect(() => parseRequest(vendors.page, raw)).toThrow(
    expect.objectContaining({
      detail: { fields: [{ field: 'pageNum', message: expect.any(String) }] },
    }),
  )
})

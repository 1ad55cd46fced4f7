import { expect, it } from 'vitest'
import * as contract from '../index.ts'
import { shippedTexts } from './index.ts'

/** Every right that a call of the contract asks for. */
function rightsIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return found
  if ('permission' in value && typeof value.permission === 'string') found.add(value.permission)
  else if (Object.getPrototypeOf(value) === Object.prototype)
    for (const one of Object.values(value)) rightsIn(one, found)
  return found
}

// Those of no call are asked for within one.
const rights = [...rightsIn({ ...contract }), 'PARAM_ADVANCED', 'FILE_ALL', 'ASYNCTASK_ALL']

it('finds the rights of calls', () => {
  expect(rights).toEqual(expect.arrayContaining(['PLAN_SUBMIT', 'VENDOR_LIST', 'ALARM_ACK']))
  expect(rights.length).toBeGreaterThan(600)
})

it.each(Object.entries(shippedTexts))('has words for every right in %s', (_, texts) => {
  const unnamed = rights.filter(
    (code) => !contract.rightTextKeys(code).some((key) => Object.hasOwn(texts, key)),
  )
  expect(unnamed).toEqual([])
})

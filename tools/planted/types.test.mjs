import assert from 'node:assert/strict'
import { test } from 'node:test'
import { types } from '../checks/types.mjs'
import { complaints, withTree } from './tree.mjs'

const path = 'packages/server/src/kit/wrong.ts'

test('a wrong type is reported', () =>
  withTree({ [path]: "export const wrong: number = 'one'\n" }, async (root) => {
    const { ok, details } = await types(root)
    assert.equal(ok, false)
    assert.notEqual(complaints(details, path, 'TS2322').length, 0, details)
  }))

test('a right type passes', () =>
  withTree({ [path]: "export const right: string = 'one'\n" }, async (root) => {
    const { ok, details, says } = await types(root)
    assert.ok(ok, details)
    assert.equal(says, '2 packages')
  }))

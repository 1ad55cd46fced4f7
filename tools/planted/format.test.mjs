import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { format } from '../checks/format.mjs'
import { withTree } from './tree.mjs'

const ugly = 'packages/server/src/kit/ugly.ts'

test('an unformatted file is reported, and written with fix', async () => {
  await withTree({ [ugly]: 'export const a = {b:"c"};\n' }, async (tree) => {
    await format(tree, { fix: true })
    assert.equal(readFileSync(join(tree, ugly), 'utf8'), "export const a = { b: 'c' }\n")
    assert.ok((await format(tree)).ok)
  })
  await withTree({ [ugly]: 'export const a = {b:"c"};\n' }, async (tree) => {
    const { ok, details } = await format(tree)
    assert.equal(ok, false)
    assert.match(details, /ugly\.ts/)
  })
})

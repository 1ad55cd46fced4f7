import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../checks/budget.mjs'
import { coverage } from '../checks/coverage.mjs'
import { sql } from '../checks/sql.mjs'
import { tree } from '../checks/tree.mjs'
import { complaints, withTree } from './tree.mjs'

// A line in one piece would be found in this file too.
const joined = (...parts) => `${parts.join('')}\n`
const text = (count) => 'x\n'.repeat(count)
const numbered = (folder, count) =>
  Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`${folder}/f${at}.ts`, text(count)]))
const short = numbered('packages/contract/src', 10)

/** Asserts that a check passes without and fails with the planted file, naming it. */
async function proves(check, { sound = {}, path, planted = path, text: content, says }) {
  await withTree({ ...short, ...sound }, async (root) => {
    const { ok, details } = await check(root)
    assert.ok(ok, details)
  })
  await withTree({ ...short, ...sound, [planted]: content }, async (root) => {
    const { ok, details } = await check(root)
    assert.equal(ok, false)
    assert.notEqual(complaints(details, path, says).length, 0, details)
  })
}

test('a file over the hard limit', () =>
  proves(budget, {
    sound: { 'packages/console/src/ui/a.css': text(400) },
    path: 'packages/console/src/ui/b.css',
    text: text(401),
    says: '401 lines',
  }))

test('a long file of a kit', () =>
  proves(budget, {
    sound: { 'packages/server/src/kit/a.ts': text(150) },
    path: 'packages/server/src/kit/b.ts',
    text: text(151),
    says: '151 lines',
  }))

test('files that are long on the whole', () =>
  proves(budget, {
    sound: { ...numbered('packages/server/src/bin', 61), 'packages/server/src/bin/z.ts': text(61) },
    path: 'the median',
    planted: 'packages/server/src/bin/a.ts',
    text: text(61),
    says: '61 lines',
  }))

test('too many long files', () =>
  proves(budget, {
    sound: { 'packages/server/src/bin/a.ts': text(201) },
    path: 'a tenth',
    planted: 'packages/server/src/bin/b.ts',
    text: text(201),
    says: '201 lines',
  }))

test('a name that says nothing', () =>
  proves(budget, {
    sound: { 'packages/server/src/kit/dataScope.ts': text(3) },
    path: 'packages/server/src/kit/DateHelper.ts',
    text: text(3),
    says: 'says no thing',
  }))

test('a machine path', () =>
  proves(tree, {
    sound: { 'docs/a.md': 'GET /admin/work/v1 and packages/home/x and ~/tmp/x\n' },
    path: 'docs/b.md',
    text: joined('see /ho', 'me/somebody/muster'),
    says: 'one machine',
  }))

test('a registry in a lock file', () =>
  proves(tree, {
    path: 'package-lock.json',
    text: joined('"resolved": "https://registry.npm', 'js.org/zod/-/zod-4.tgz"'),
    says: 'registry',
  }))

test('a private key', () =>
  proves(tree, {
    path: 'e2e/key.pem',
    text: joined('-----BEGIN PRIVATE', ' KEY-----'),
    says: 'key',
  }))

test('a merge left over', () =>
  proves(tree, { path: 'docs/c.md', text: `${'<'.repeat(7)} HEAD\n`, says: 'merge' }))

test('a migration that locks a live table', () =>
  proves(sql, {
    sound: { 'packages/server/migrations/0001_a.sql': 'create table a (id uuid primary key);\n' },
    path: 'packages/server/migrations/0002_b.sql',
    text: 'alter table a add column b varchar(20) not null;\n',
    says: 'adding-required-field',
  }))

const table = (...rows) => `| what | where | test |\n| --- | --- | --- |\n${rows.join('\n')}\n`
const covered = {
  'packages/console/src/a.ts': 'export const a = 1\n',
  'packages/console/src/a.test.ts': "it('goes home', () => {})\n",
}
const soundRow = '| One | console/src/a.ts | `console/src/a.test.ts › goes home` |'

test('a row of the coverage table whose test is gone', () =>
  proves(coverage, {
    sound: { ...covered, 'docs/spec-coverage.md': table(soundRow) },
    path: 'docs/spec-coverage.md',
    text: table(soundRow, '| Two | console/src/a.ts | console/src/a.test.ts › goes away |'),
    says: 'no test "goes away"',
  }))

test('a row of the coverage table whose code is gone', () =>
  proves(coverage, {
    sound: { ...covered, 'docs/spec-coverage.md': table(soundRow) },
    path: 'docs/spec-coverage.md',
    text: table('| Two | console/src/b.ts | console/src/a.test.ts › goes home |'),
    says: 'no file console/src/b.ts',
  }))

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  describeFailures,
  failuresOfCheck,
  failuresOfPlaywright,
  failuresOfVitest,
} from '../../scripts/failedTests.mjs'

// Cut from reports of vitest 5.1 and Playwright 1.65 over tests written to fail.
const vitestFile = (name, status, more) => ({
  name: `/tree/packages/${name}`,
  status,
  message: '',
  assertionResults: [],
  ...more,
})
const vitestTest = (status, failureMessages = []) => ({
  ancestorTitles: ['outer'],
  title: `has ${status}`,
  status,
  failureMessages,
})

test('vitest: a failed test is named with its file and the first line of its message', () => {
  const messages = ['AssertionError: expected 1 to be 2\n    at /tree/packages/a.test.ts:2:69']
  const tests = [vitestTest('failed', messages), vitestTest('passed'), vitestTest('skipped')]
  assert.deepEqual(
    failuresOfVitest(
      { testResults: [vitestFile('a.test.ts', 'failed', { assertionResults: tests })] },
      '/tree',
    ),
    [
      {
        where: 'packages/a.test.ts > outer > has failed',
        message: 'AssertionError: expected 1 to be 2',
      },
    ],
  )
})

test('vitest: a file that cannot be read and one whose hook broke are named', () => {
  const testResults = [
    vitestFile('b.test.ts', 'failed', { message: "Cannot find module './nothing.ts'" }),
    vitestFile('c.test.ts', 'failed', { assertionResults: [vitestTest('skipped')] }),
    vitestFile('d.test.ts', 'passed', { assertionResults: [vitestTest('passed')] }),
  ]
  assert.deepEqual(failuresOfVitest({ testResults }, '/tree'), [
    { where: 'packages/b.test.ts', message: "Cannot find module './nothing.ts'" },
    {
      where: 'packages/c.test.ts',
      message: 'broke outside of its tests (a hook); see its output',
    },
  ])
})

test('Playwright: a failed test in a group is named, with what a time-out was waiting for', () => {
  const errors = [
    { message: '\u001b[31mTest timeout of 2000ms exceeded.\u001b[39m' },
    { message: 'Error: locator.click: Test timeout of 2000ms exceeded.\nCall log:\n  - waiting' },
  ]
  const failed = {
    title: 'times out',
    ok: false,
    tests: [{ status: 'unexpected', results: [{ errors }] }],
  }
  const passed = { title: 'passes', ok: true, tests: [{ status: 'expected', results: [] }] }
  const suites = [
    { title: 'a.spec.ts', specs: [passed], suites: [{ title: 'outer', specs: [failed, passed] }] },
  ]
  assert.deepEqual(failuresOfPlaywright({ suites }), [
    {
      where: 'a.spec.ts > outer > times out',
      message:
        'Test timeout of 2000ms exceeded. | Error: locator.click: Test timeout of 2000ms exceeded.',
    },
  ])
})

test('Playwright: a file that broke while it was read is named', () => {
  const errors = [{ message: 'Error: broken file', location: { file: '/tree/e2e/b.spec.ts' } }]
  assert.deepEqual(failuresOfPlaywright({ suites: [], errors }), [
    { where: '/tree/e2e/b.spec.ts', message: 'Error: broken file' },
  ])
})

test('a failed check is named with what it says', () => {
  const output =
    'ok   types    fine  (1.0 s)\nFAIL budget   2 files too long  (0.3 s)\n     a.ts: 401\n'
  assert.deepEqual(failuresOfCheck(output), [
    { where: 'budget', message: '2 files too long  (0.3 s)' },
  ])
})

test('a report that was never written names nothing', () => {
  assert.deepEqual([...failuresOfVitest({}, '/'), ...failuresOfPlaywright({})], [])
  assert.deepEqual(describeFailures('failed in server', []), [])
})

test('the summary puts the message under the name', () => {
  assert.deepEqual(describeFailures('failed in server', [{ where: 'a > b', message: 'no' }]), [
    'failed in server:\n  a > b\n    no',
  ])
})

import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const script = new URL('../../../scripts/failedTests.mjs', import.meta.url).href

/** What a function of the script answers; in a process of its own, as the test run has it. */
function answerOf(name: string, ...args: readonly unknown[]): unknown {
  const source = `import * as script from ${JSON.stringify(script)}
    console.log(JSON.stringify(script[${JSON.stringify(name)}](...${JSON.stringify(args)})))`
  const words = ['--input-type=module', '--eval', source]
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }))
}

const one = (status: string, ...failureMessages: readonly string[]) => ({
  status,
  ancestorTitles: ['a list'],
  title: status,
  failureMessages,
})

it('names the failed tests of vitest, and a file that broke outside of them', () => {
  const testResults = [
    {
      name: '/tree/a.test.ts',
      status: 'failed',
      assertionResults: [one('passed'), one('failed', '\u001b[31mError: late\u001b[39m\n  at x')],
    },
    { name: '/tree/b.test.ts', status: 'failed', message: '', assertionResults: [one('passed')] },
    { name: '/tree/c.test.ts', status: 'passed', assertionResults: [one('passed')] },
  ]
  expect(answerOf('failuresOfVitest', { testResults }, '/tree')).toEqual([
    { where: 'a.test.ts > a list > failed', message: 'Error: late' },
    { where: 'b.test.ts', message: 'broke outside of its tests (a hook); see its output' },
  ])
})

it('names the failed tests of Playwright with what failed at each try, and what broke outside', () => {
  const spec = (title: string, ok: boolean, ...messages: readonly string[]) => ({
    title,
    ok,
    tests: [{ status: ok ? 'expected' : 'unexpected', results: messages.map(tryOf) }],
  })
  const tryOf = (message: string) => ({ errors: [{ message }] })
  const inner = { title: 'in ar-IQ', specs: [spec('is red', false, 'first', 'second\nmore')] }
  const suites = [{ title: 'a.spec.ts', specs: [spec('is green', true)], suites: [inner] }]
  const errors = [{ message: 'no browser', location: { file: 'estate.ts' } }]
  expect(answerOf('failuresOfPlaywright', { suites, errors })).toEqual([
    { where: 'a.spec.ts > in ar-IQ > is red', message: 'first | second' },
    { where: 'estate.ts', message: 'no browser' },
  ])
})

it('names what vitest passed at the second try alone, with what failed at the first', () => {
  const assertionResults = [one('passed'), one('passed', 'Error: late\n  at x')]
  const testResults = [{ name: '/tree/a.test.ts', status: 'passed', assertionResults }]
  expect(answerOf('secondTriesOfVitest', { testResults }, '/tree')).toEqual([
    { where: 'a.test.ts > a list > passed', message: 'Error: late' },
  ])
  expect(answerOf('failuresOfVitest', { testResults }, '/tree')).toEqual([])
})

it('names what Playwright passed at the second try alone, with what failed at the first', () => {
  const results = [{ errors: [{ message: 'too late\nmore' }] }, { errors: [] }]
  const spec = { title: 'wavers', ok: true, tests: [{ status: 'flaky', results }] }
  const suites = [{ title: 'a.spec.ts', suites: [{ title: 'in en', specs: [spec] }] }]
  expect(answerOf('secondTriesOfPlaywright', { suites })).toEqual([
    { where: 'a.spec.ts > in en > wavers', message: 'too late' },
  ])
  expect(answerOf('failuresOfPlaywright', { suites })).toEqual([])
})

it('names the checks that failed, and says all of it at the end', () => {
  const failures = answerOf('failuresOfCheck', 'ok   types    6 packages\nFAIL lint     2 faults\n')
  expect(failures).toEqual([{ where: 'lint', message: '2 faults' }])
  expect(answerOf('describeFailures', 'failed in check', failures)).toEqual([
    'failed in check:\n  lint\n    2 faults',
  ])
  expect(answerOf('describeFailures', 'failed in check', [])).toEqual([])
})

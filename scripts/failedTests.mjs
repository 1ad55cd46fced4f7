import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ where: string, message: string }} Failure a test that failed, and the first line why */

/** @returns {Failure[]} the tests that vitest's JSON report calls failed, and files that broke outside of one */
export function failuresOfVitest({ testResults = [] }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failureOfTest(file, test))
    if (failed.length > 0 || status !== 'failed') return failed
    return [failure([file], [message || 'broke outside of its tests (a hook); see its output'])]
  })
}

const failureOfTest = (file, { ancestorTitles, title, failureMessages }) =>
  failure([file, ...ancestorTitles, title], failureMessages)

/** @returns {Failure[]} the tests that Playwright's JSON report calls failed, and what broke outside of one */
export function failuresOfPlaywright({ suites = [], errors = [] }) {
  const outside = errors.map(({ message = '', location }) =>
    failure([location?.file ?? 'outside of the tests'], [message]),
  )
  return [...suites.flatMap(failuresOfSuite), ...outside]
}

/** @returns {Failure[]} the tests that passed at their second try alone, with what failed at the first */
export function secondTriesOfVitest({ testResults = [] }, root) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => failureOfTest(relative(root, name), test)),
  )
}

/** @returns {Failure[]} the same of Playwright's JSON report */
export function secondTriesOfPlaywright({ suites = [] }) {
  return suites.flatMap((suite) =>
    specsOf(suite, []).flatMap(({ path, tests }) =>
      tests
        .filter(({ status }) => status === 'flaky')
        .map(({ results: [first] }) => failure(path, messagesOf(first))),
    ),
  )
}

function failuresOfSuite(suite) {
  return specsOf(suite, [])
    .filter(({ ok }) => !ok)
    .map(({ path, tests }) => {
      const failed = tests.filter(({ status }) => status === 'unexpected')
      return failure(path, failed.flatMap(({ results }) => results).flatMap(messagesOf))
    })
}

function specsOf({ title, specs = [], suites = [] }, above) {
  const path = [...above, title]
  const own = specs.map((spec) => ({ ...spec, path: [...path, spec.title] }))
  return [...own, ...suites.flatMap((suite) => specsOf(suite, path))]
}

const messagesOf = (result) => result?.errors.map(({ message }) => message ?? '') ?? []

/** @returns {Failure[]} the checks whose line in the output says FAIL */
export function failuresOfCheck(output) {
  return [...output.matchAll(/^FAIL (\S+) +(.*)$/gm)].map(([, name, says]) =>
    failure([name], [says]),
  )
}

// A test that timed out says in its second message what it was waiting for.
function failure(path, messages) {
  const lines = messages.map((text) => stripVTControlCharacters(text).trim().split('\n')[0])
  return { where: path.join(' > '), message: lines.join(' | ') || 'no message' }
}

/** What a run says at its end, so that the tail of a log tells what failed. */
export function describeFailures(what, failures) {
  const lines = failures.map(({ where, message }) => `  ${where}\n    ${message}`)
  return lines.length === 0 ? [] : [`${what}:\n${lines.join('\n')}`]
}

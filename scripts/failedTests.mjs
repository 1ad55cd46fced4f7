import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ where: string, message: string }} Failure a test that failed, and the first line why */

/** @returns {Failure[]} the tests that vitest's JSON report calls failed, and files that broke outside of one */
export function failuresOfVitest({ testResults = [] }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failure([file, ...test.ancestorTitles, test.title], test.failureMessages))
    if (failed.length > 0 || status !== 'failed') return failed
    return [failure([file], [message || 'broke outside of its tests (a hook); see its output'])]
  })
}

/** @returns {Failure[]} the tests that Playwright's JSON report calls failed, and what broke outside of one */
export function failuresOfPlaywright({ suites = [], errors = [] }) {
  const outside = errors.map(({ message = '', location }) =>
    failure([location?.file ?? 'outside of the tests'], [message]),
  )
  return [...suites.flatMap((suite) => failuresOfSuite(suite, [])), ...outside]
}

function failuresOfSuite({ title, specs = [], suites = [] }, above) {
  const path = [...above, title]
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map((spec) => failure([...path, spec.title], messagesOfSpec(spec))),
    ...suites.flatMap((suite) => failuresOfSuite(suite, path)),
  ]
}

function messagesOfSpec({ tests }) {
  const results = tests
    .filter(({ status }) => status === 'unexpected')
    .flatMap((test) => test.results)
  return results.at(-1)?.errors.map(({ message }) => message ?? '') ?? []
}

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
export function describeFailures(kind, failures) {
  const lines = failures.map(({ where, message }) => `  ${where}\n    ${message}`)
  return lines.length === 0 ? [] : [`failed in ${kind}:\n${lines.join('\n')}`]
}

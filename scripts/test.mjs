// npm test [-- --only kind[,kind]] [words for the runner of that kind]
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { buildConsole } from './buildConsole.mjs'
import { ensureChromium } from './chromium.mjs'
import {
  describeFailures,
  failuresOfCheck,
  failuresOfPlaywright,
  failuresOfVitest,
  secondTriesOfPlaywright,
  secondTriesOfVitest,
} from './failedTests.mjs'
import { install, root, stop } from './install.mjs'
import { runProgram } from './processes.mjs'

const reports = join(root, 'node_modules', '.cache', 'muster', 'reports')
const bin = (name, file) => join(root, 'node_modules', name, file)

/** Every kind of test, cheap ones first; each runner says how many of its tests passed and failed. */
const kinds = {
  check: runCheck,
  contract: () => runVitest('contract'),
  simulator: () => runVitest('terminal', 'simulator', 'agent'),
  console: () => runVitest('console', 'console-processes'),
  server: () => runVitest('server'),
  e2e: runPlaywright,
}

const { names, words } = readWords(process.argv.slice(2))
const total = { passed: 0, failed: 0 }
const lines = []
const remarks = []
// On exit, so that nothing can end the run without this last line.
process.once('exit', (code) => {
  if (code !== 0 && total.failed === 0) total.failed = 1
  const what = remarks.map((text) => `\n${text}\n`).join('')
  console.log(`${what}\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
})

const { node, env } = install()
mkdirSync(reports, { recursive: true })
for (const name of names) lines.push(await runKind(name))
process.exitCode = total.failed > 0 ? 1 : 0

async function runKind(name) {
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`)
  const started = performance.now()
  const {
    code,
    passed,
    failures,
    secondTries = [],
    skipped = 0,
    crashes = [],
  } = await kinds[name]()
  // A runner that ends badly or finds nothing has failed, whatever its report says.
  if (failures.length === 0 && (code !== 0 || passed === 0)) {
    const ran = passed === 0 ? 'no test ran' : 'every test passed'
    const message = `${ran}, and the runner ended with code ${code}; its output tells why`
    failures.push({ where: 'outside of the tests', message })
  }
  const counted = failures.length
  total.passed += passed
  total.failed += counted
  remarks.push(
    ...describeFailures(`failed in ${name}`, failures),
    ...describeFailures(`passed in ${name} at the second try alone`, secondTries),
    ...crashes.map((line) => `the database in ${name}: ${line.slice(0, 1_000)}`),
  )
  const seconds = Math.round((performance.now() - started) / 1000)
  const more = skipped > 0 ? ` (${skipped} skipped)` : ''
  return `${name.padEnd(10)} ${passed} passed, ${counted} failed${more}, ${seconds} s`
}

async function runCheck() {
  let text = ''
  const onText = (more) => (text += more)
  const code = await runProgram(node, [join(root, 'scripts', 'check.mjs'), ...words], {
    env,
    onText,
  })
  const [, passed = 0] = /(\d+) passed, \d+ failed\s*$/.exec(text) ?? []
  return { code, passed: Number(passed), failures: failuresOfCheck(text) }
}

async function runVitest(...projects) {
  const first = await tryVitest(projects, words)
  const files = [...new Set(first.failures.map(({ where }) => where.split(' > ')[0]))]
  if (first.crashes.length === 0 || files.length === 0) return first
  // Its death took the connections of all who were running: only a second try tells what they are worth.
  const again = await tryVitest(projects, files)
  const isLeft = ({ name }) => !files.includes(relative(root, name))
  return {
    ...again,
    passed: again.passed + passedOf(first.results.filter(isLeft)),
    skipped: first.skipped,
    secondTries: [...first.secondTries, ...again.secondTries, ...first.failures],
    crashes: [...first.crashes, ...again.crashes],
  }
}

async function tryVitest(projects, which) {
  const file = freshReport(projects[0])
  const hooks = freshReport(`${projects[0]}Hooks`)
  const crashes = freshReport(`${projects[0]}Crashes`)
  const reporters = ['default', 'json', join(root, 'scripts', 'hookReporter.mjs')]
  const report = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${file}`]
  // Tests of the server wait a lot, for the database and for what lets time pass.
  const atLeast = projects.includes('server') ? 4 : 2
  const workers = `--maxWorkers=${Math.max(atLeast, availableParallelism() - 1)}`
  const how = ['run', ...projects.map((name) => `--project=${name}`), workers, ...report]
  const args = [bin('vitest', 'vitest.mjs'), ...how, ...which]
  const code = await runProgram(node, args, {
    env: { ...env, MUSTER_HOOK_REPORT: hooks, MUSTER_CRASH_REPORT: crashes },
  })
  const found = readReport(file)
  const { testResults: results = [] } = found
  const broken = readReport(hooks)
  for (const result of results) result.message ||= broken[result.name]
  return {
    code,
    results,
    passed: found.numPassedTests ?? 0,
    failures: failuresOfVitest(found, root),
    secondTries: secondTriesOfVitest(found, root),
    skipped: (found.numPendingTests ?? 0) + (found.numTodoTests ?? 0),
    crashes: [readReport(crashes)].flat().filter((line) => typeof line === 'string'),
  }
}

function passedOf(results) {
  const tests = results.flatMap(({ assertionResults }) => assertionResults)
  return tests.filter(({ status }) => status === 'passed').length
}

async function runPlaywright() {
  const file = freshReport('e2e')
  buildConsole({ node, env })
  const browserEnv = ensureChromium({ node, env })
  const folder = join(root, 'e2e')
  const output = ['--reporter=list,json', `--output=${join(reports, 'e2e')}`]
  const args = [bin('@playwright/test', 'cli.js'), 'test', '--config', folder, ...output, ...words]
  const code = await runProgram(node, args, {
    env: { ...browserEnv, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  const found = readReport(file)
  const { expected = 0, flaky = 0, skipped = 0 } = found.stats ?? {}
  return {
    code,
    passed: expected + flaky,
    failures: failuresOfPlaywright(found),
    secondTries: secondTriesOfPlaywright(found),
    skipped,
  }
}

function freshReport(name) {
  const file = join(reports, `${name}.json`)
  rmSync(file, { force: true })
  return file
}

/** A runner that broke before its report has no counts; its exit code tells. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

function readWords(args) {
  const at = args.indexOf('--only')
  const all = Object.keys(kinds)
  if (at < 0 && args.length === 0) return { names: all, words: [] }
  const names = (at < 0 ? '' : (args[at + 1] ?? '')).split(',')
  const unknown = names.find((name) => !all.includes(name))
  if (unknown !== undefined)
    stop(`Usage: npm test [-- --only ${all.join('|')} [words for its runner]]`)
  return { names, words: args.toSpliced(at, 2) }
}

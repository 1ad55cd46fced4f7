// npm run prove:rights: shows that the tests of rights notice what they are there for. In a scratch copy
// of the server it takes away one guard at a time and runs them: each time they must turn red.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install, root } from './install.mjs'

/** One guard: the file, the text that guards, and what stands there instead. */
const guards = [
  {
    name: 'the scope clause of every list',
    file: 'src/access/dataScope.ts',
    text: '  if (scope.all) return yes\n',
    instead: '  if (scope.rules.length >= 0) return yes\n',
  },
  {
    name: 'the scope clause of one record',
    file: 'src/kit/binRows.ts',
    text: 'and ${alive} and ${scope.rows(ctx.principal)}`.execute(ctx.db)\n  if (!rows[0]) throw notFound()',
    instead: 'and ${alive}`.execute(ctx.db)\n  if (!rows[0] || !scope) throw notFound()',
  },
  {
    name: 'the scope clause of the commands to a terminal',
    file: 'src/features/device/command/command.queries.ts',
    text: 'and ${deviceScope.rows(ctx.principal)}',
    instead: '',
  },
  {
    name: 'the permission check of every call',
    file: 'src/edge/mayEnter.ts',
    text: 'return mayCall(principal, call.permission)',
    instead: 'return mayCall(principal, call.permission) || principal.userId !== ""',
  },
  {
    name: 'the permission of one call',
    file: 'src/edge/mayEnter.ts',
    text: 'return mayCall(principal, call.permission)',
    instead: 'return mayCall(principal, call.permission) || call.permission === "ROLE_DATA"',
  },
]

const { node, env } = install()
const scratch = mkdtempSync(join(tmpdir(), 'muster-rights-'))
let isProved = true
try {
  makeCopy()
  isProved = report('nothing', run(), 'green')
  for (const guard of guards)
    isProved = plant(guard, () => report(guard.name, run(), 'red')) && isProved
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
process.exitCode = isProved ? 0 : 1

function makeCopy() {
  for (const part of ['src', 'test', 'migrations', 'package.json', 'tsconfig.json'])
    cpSync(join(root, 'packages/server', part), join(scratch, 'packages/server', part), {
      recursive: true,
    })
  for (const part of ['packages/contract', 'docs', 'scripts'])
    cpSync(join(root, part), join(scratch, part), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
  for (const file of ['package.json', 'tsconfig.base.json'])
    cpSync(join(root, file), join(scratch, file))
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'))
  writeFileSync(
    join(scratch, 'vitest.config.mjs'),
    `export default { test: { root: 'packages/server', globalSetup: './test/databaseSetup.ts', testTimeout: 120000, hookTimeout: 120000 } }`,
  )
}

/** Runs the tests of rights on the copy; answers how many failed, or null when they did not run. */
function run() {
  const file = join(scratch, 'report.json')
  rmSync(file, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const words = ['run', '--config', join(scratch, 'vitest.config.mjs'), '--reporter=json']
  const tests = ['test/rights/rightsMatrix.test.ts', 'test/foreignRecords.test.ts']
  spawnSync(node, [vitest, ...words, `--outputFile=${file}`, ...tests], {
    cwd: scratch,
    env,
    stdio: 'ignore',
  })
  try {
    const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(file, 'utf8'))
    return numFailedTests + numPassedTests > 0 ? numFailedTests : null
  } catch {
    return null
  }
}

/** Takes a guard away, looks, and puts it back. */
function plant({ name, file, text, instead }, look) {
  const path = join(scratch, 'packages/server', file)
  const whole = readFileSync(path, 'utf8')
  if (!whole.includes(text)) {
    console.log(`FAIL ${name}: its text is not in ${file} any more`)
    return false
  }
  writeFileSync(path, whole.replace(text, instead))
  try {
    return look()
  } finally {
    writeFileSync(path, whole)
  }
}

function report(name, failed, wanted) {
  const isRight = failed !== null && (wanted === 'red' ? failed > 0 : failed === 0)
  const found = failed === null ? 'did not run' : failed > 0 ? `red, ${failed} failed` : 'green'
  console.log(`${isRight ? 'ok  ' : 'FAIL'} without ${name}: ${found}`)
  return isRight
}

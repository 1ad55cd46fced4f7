import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { checks } from '../tools/checks/index.mjs'

const root = join(import.meta.dirname, '..')
const usage = `npm run check [-- [--fix] [name …]]
  --fix   writes the format and what the linter can mend
  name    one or more of: ${checks.map(({ name }) => name).join(', ')}`

const args = process.argv.slice(2)
const fix = args.includes('--fix')
const names = args.filter((arg) => arg !== '--fix')
const unknown = names.filter((name) => !checks.some((check) => check.name === name))
if (unknown.length > 0) {
  console.error(usage)
  process.exit(2)
}

installTools()
const wanted = checks.filter(({ name }) => names.length === 0 || names.includes(name))
const results = fix ? await oneByOne(wanted) : await sideBySide(wanted)
const failed = results.filter((ok) => !ok).length
console.log(`checks: ${results.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** The tools have no lock file (see docs/decisions/0002-checks.md): their exact versions are in package.json. */
function installTools() {
  const folder = join(root, 'tools')
  const cache = join(root, 'node_modules/.cache/muster')
  const stamp = join(cache, 'tools')
  const wish = createHash('sha256')
    .update(readFileSync(join(folder, 'package.json')))
    .digest('hex')
  const have = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (have === wish && existsSync(join(folder, 'node_modules/.bin/oxlint'))) return
  console.log('Installing the tools (only when tools/package.json changed) …')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, wish)
}

/** Checks that write must not meet each other in a file. */
async function oneByOne(list) {
  const results = []
  for (const check of list) results.push(await perform(check))
  return results
}

async function sideBySide(list) {
  const waiting = [...list]
  const results = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      results.push(await perform(check))
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
  return results
}

async function perform({ name, check }) {
  const started = performance.now()
  const { ok, says, details } = await check(root, { fix })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(8)} ${says}  (${seconds} s)`)
  if (!ok) console.log(excerpt(details ?? ''))
  return ok
}

/** The first lines of a long complaint say what to do; the rest comes back when they are cured. */
function excerpt(details) {
  const lines = details.trim().split('\n')
  const more = lines.length > 60 ? [`… and ${lines.length - 60} more lines`] : []
  return [...lines.slice(0, 60), ...more, ''].map((line) => `     ${line}`).join('\n')
}

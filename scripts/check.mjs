// npm run check [-- [--fix] [name …]]: the rules of the repository; see docs/decisions/0002-checks.md.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from './buildConsole.mjs'
import { install, root, stop } from './install.mjs'

const args = process.argv.slice(2)
const { node, env } = install()
if (Number(process.versions.node.split('.')[0]) < 24) {
  const { status } = spawnSync(node, [fileURLToPath(import.meta.url), ...args], {
    env,
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}
installTools()

// Only now: the checks need the Node and the tools that have just been installed.
const { checks } = await import('../tools/checks/index.mjs')
const { performAll } = await import('../tools/checks/perform.mjs')
const names = args.filter((arg) => arg !== '--fix')
const known = checks.map(({ name }) => name)
if (names.some((name) => !known.includes(name))) {
  console.error(`Usage: npm run check [-- [--fix] [name …]]
  --fix   writes the format and what the linter can mend
  name    only these: ${known.join(', ')}`)
  process.exit(2)
}
const wanted = checks.filter(({ name }) => names.length === 0 || names.includes(name))
if (wanted.some(({ name }) => name === 'size')) buildConsole({ node, env })
const { passed, failed } = await performAll(root, wanted, { fix: args.includes('--fix') })
console.log(`checks: ${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** As the lock file says, but not by `npm ci`, which some registries make fail (the decision record says why). */
function installTools() {
  const folder = join(root, 'tools')
  const stamp = join(folder, 'node_modules/.muster-installed')
  const platform = `${process.platform}-${process.arch}`
  const wish = createHash('sha256')
    .update(platform)
    .update(readFileSync(join(folder, 'package.json')))
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wish) return
  console.log('Installing the tools (only when tools/package.json or its lock file has changed) …')
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const shell = process.platform === 'win32'
  const stdio = ['ignore', 'ignore', 'inherit']
  const { status } = spawnSync('npm', words, { cwd: folder, env, stdio, shell })
  if (status !== 0) stop('npm could not install the tools in tools/ (its reason is above).')
  writeFileSync(stamp, wish)
}

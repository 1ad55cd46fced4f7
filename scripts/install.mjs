import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript for any Node from 20 on: it runs before anything is installed.

/** The folder of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** Ends the command with a sentence instead of a stack. */
export function stop(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/**
 * Installs what the lock file names, if that has not been done yet, and returns the environment
 * in which everything else runs: `node` is the Node that came with the packages.
 */
export function install() {
  installFolder(root)
  const node = findNode()
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH]
  // What was compiled once starts in half the time.
  const compiled = join(root, 'node_modules', '.cache', 'muster', 'compiled')
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path.join(delimiter) }
  return { node, env }
}

/** Installs one folder with a lock file of its own; an unchanged lock file costs nothing. */
export function installFolder(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  const platform = `${process.platform}-${process.arch}`
  const wanted = createHash('sha256').update(platform).update(lock).digest('hex')
  const stamp = join(folder, 'node_modules', '.muster-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isInstalled(folder, JSON.parse(lock))) runInstall(folder)
  writeFileSync(stamp, wanted)
}

/** Whether npm's own note of what it installed names the same versions as the lock file. */
function isInstalled(folder, lock) {
  const note = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return Boolean(wanted.optional || wanted.peer)
    return found.version === wanted.version && existsSync(join(folder, path))
  })
}

function runInstall(folder) {
  console.log('Installing packages (only when package-lock.json has changed) …')
  const borrowed = isNew(process.versions.node) ? undefined : borrowNode()
  // Development packages belong to it also where NODE_ENV says production: they build the console.
  runNpm(['ci', '--include=dev'], folder, borrowed && join(borrowed, 'node_modules', 'node', 'bin'))
  if (borrowed) rmSync(borrowed, { recursive: true })
}

// npm silently leaves out optional packages (compilers among them) for which the Node it runs on
// is too old, so it must run on the new Node, which is fetched to a folder of its own before.
function borrowNode() {
  const { devDependencies, allowScripts } = JSON.parse(readFileSync(join(root, 'package.json')))
  const folder = mkdtempSync(join(tmpdir(), 'muster-node-'))
  const dependencies = { node: devDependencies.node }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies, allowScripts }))
  runNpm(['install'], folder)
  return folder
}

function runNpm(words, cwd, nodeFolder) {
  const [command, ...before] = findNpm()
  const args = [...before, ...words, '--no-audit', '--no-fund', '--loglevel=error']
  const path = nodeFolder ? [nodeFolder, ...pathOfTheMachine()] : pathOfTheMachine()
  const env = { ...process.env, PATH: path.join(delimiter) }
  const shell = process.platform === 'win32' && before.length === 0
  const { status, error } = spawnSync(command, args, { cwd, env, stdio: 'inherit', shell })
  if (error) stop(`npm could not be started: ${error.message}. Install npm and try again.`)
  if (status !== 0)
    stop(
      `npm could not install the packages in ${cwd} (its reason is above). Check the connection to the npm registry and the rights on this folder, then try again.`,
    )
}

function isNew(version) {
  return Number(version.split('.')[0]) >= 24
}

// `npm ci` removes node_modules first: a `node` or `npm` from in there would saw off its branch.
function pathOfTheMachine() {
  const own = `node_modules${sep}.bin`
  return (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.endsWith(own))
}

function findNpm() {
  const name = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const found = pathOfTheMachine().find((entry) => existsSync(join(entry, name)))
  if (found) return [join(found, name)]
  const script = process.env.npm_execpath
  if (script) return [process.execPath, script]
  return stop('npm is missing: install Node.js 20 or newer together with npm, then try again.')
}

/** The Node of the package `node`; a machine whose own Node is as new may go without it. */
function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = join(root, 'node_modules', 'node', 'bin', name)
  if (existsSync(own)) return own
  if (isNew(process.versions.node)) return process.execPath
  return stop(
    'The package "node" brought no Node 24: npm may be set to ignore install scripts. Run `npm rebuild node --ignore-scripts=false`, then try again.',
  )
}

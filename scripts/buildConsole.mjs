import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, stop } from './install.mjs'

const folder = join(root, 'packages', 'console')
const stamp = join(folder, 'dist', '.sources')
const sources = [folder, join(root, 'packages', 'contract'), join(root, 'package-lock.json')]
const made = new Set(['dist', 'node_modules'])

/** Builds the console when its sources have changed since the last build. */
export function buildConsole({ node, env }) {
  const wanted = hashOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the console (only when its sources have changed) …')
  rmSync(stamp, { force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const words = [vite, 'build', '--logLevel', 'warn', '--emptyOutDir', '--manifest']
  const buildEnv = { ...env, NODE_ENV: 'production' }
  const { status } = spawnSync(node, words, { cwd: folder, env: buildEnv, stdio: 'inherit' })
  if (status !== 0) stop('The console could not be built (the reason is above).')
  writeFileSync(stamp, wanted)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn))
    hash.update(path.slice(root.length)).update(readFileSync(path))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => !made.has(name))
  return names.sort().flatMap((name) => filesIn(join(path, name)))
}

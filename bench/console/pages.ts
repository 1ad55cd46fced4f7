import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { say } from '../harness/print.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A folder with the built console, and a bare React page beside it in `bare/`. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'packages/console/dist'), folder, { recursive: true })
  buildInto(join(folder, 'bare'), join(root, 'bench/console/bare'))
}

/**
 * A react-admin app in `reactAdmin/`, from npm. It is installed in a cache, as its own package.json
 * says: what it needs is no dependency of ours, and nobody who does not run this installs it.
 */
export function addReactAdmin(folder: string): void {
  const source = join(root, 'bench/console/reactAdmin')
  const cache = join(root, 'node_modules/.cache/muster/reactAdmin')
  const wanted = readFileSync(join(source, 'package.json'), 'utf8')
  const stamp = join(cache, 'node_modules/.muster-installed')
  cpSync(source, cache, { recursive: true })
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    say('Installing react-admin for this benchmark only …')
    const flags = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund']
    run('npm', ['install', ...flags, '--loglevel=error'], {
      cwd: cache,
      shell: process.platform === 'win32',
    })
    writeFileSync(stamp, wanted)
  }
  // Below our own node_modules, where its imports of Muster's packages lead.
  buildInto(join(folder, 'reactAdmin'), cache)
}

/** Built by the repository's Vite and compressed ahead like the console, by the same script. */
function buildInto(out: string, cwd: string): void {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const flags = ['--base', './', '--outDir', out, '--logLevel', 'error']
  const env = { ...process.env, NODE_ENV: 'production' }
  run(process.execPath, [vite, 'build', ...flags], { cwd, env })
  const script = `import { compressFolder } from './packages/console/vite.served.ts'; compressFolder(${JSON.stringify(out)})`
  run(process.execPath, ['--input-type=module', '-e', script], { cwd: root })
}

function run(program: string, words: readonly string[], options: SpawnSyncOptions): void {
  const { status } = spawnSync(program, words, { ...options, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed`)
}

export const forget = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** Signs in and leaves the session in the context, with the list of terminals open. */
export async function signIn(
  context: BrowserContext,
  address: string,
  password: string,
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${address}/#/device/list`)
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForSelector('section[data-path="/device/list"] tbody tr td')
  return page
}

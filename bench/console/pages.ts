import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A folder with the built console, and a bare React page beside it in `bare/`. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'packages/console/dist'), folder, { recursive: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const out = join(folder, 'bare')
  const words = [vite, 'build', '--base', './', '--outDir', out, '--logLevel', 'error']
  const cwd = join(root, 'bench/console/bare')
  const env = { ...process.env, NODE_ENV: 'production' }
  if (spawnSync(process.execPath, words, { cwd, env, stdio: 'inherit' }).status !== 0)
    throw new Error('the bare page could not be built')
  // Like the console's, its files are compressed ahead: the same script does both.
  const script = `import { compressFolder } from './packages/console/vite.served.ts'; compressFolder(${JSON.stringify(out)})`
  spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    stdio: 'inherit',
  })
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

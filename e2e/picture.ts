// Takes the README's picture anew: node e2e/picture.ts (CHROMIUM_PATH names the browser).
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import startEstate from './estate.ts'
import { oneTimePassword, open, password, typeNewPassword, url } from './people.ts'

const file = fileURLToPath(new URL('../docs/pictures/device-list.png', import.meta.url))
const executablePath = process.env['CHROMIUM_PATH']

const stop = await startEstate()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
await page.goto(url())
await page.locator('input[autocomplete=username]').fill('admin')
await page.locator('input[autocomplete=current-password]').fill(oneTimePassword())
await page.keyboard.press('Enter')
await page.waitForURL(/ucenter/)
await typeNewPassword(page, password)
await page.keyboard.press('Enter')
await page.waitForURL(/workbench/)
await open(page, '/device/list')
// Until some terminals have gone away, and the greeting with them.
await page.getByRole('row').filter({ hasText: 'Offline' }).first().waitFor({ timeout: 300_000 })
await page.waitForTimeout(6_000)
await page.screenshot({ path: file })
await browser.close()
await stop()

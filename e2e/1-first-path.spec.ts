import { expect, type Page } from '@playwright/test'
import {
  oneTimePassword,
  open,
  password,
  signIn,
  test,
  typeNewPassword,
  url,
  watchForFaults,
} from './people.ts'

test.describe.configure({ mode: 'serial' })

test('a new administrator must set a password before anything else', async ({ page }) => {
  const faults = watchForFaults(page)
  await page.goto(url())
  await page.getByLabel('User name').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill(oneTimePassword())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/#\/ucenter\?firstLogin/)
  await open(page, '/device/list')
  await expect(page).toHaveURL(/#\/ucenter/)
  await typeNewPassword(page, password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).not.toHaveURL(/ucenter/)
  // The page he was forced to is not the first tab, which could not be closed.
  await expect(page.getByRole('tab', { name: 'Personal center' })).toHaveCount(0)
  // What was refused while the password was the first one is the only thing that may have been logged.
  expect(faults.filter((fault) => !fault.includes('403'))).toEqual([])
})

test('200 terminals of three models in two organisations come and go', async ({ page }) => {
  const faults = watchForFaults(page)
  await signIn(page, { at: '/device/list' })
  // Beside those that live: four that knocked, and a spare one.
  await expect(page.getByText('Total 205')).toBeVisible()
  for (const name of ['Aurora A8', 'Aurora Mini', 'Cedar C2', 'Tigris Bank', 'Marsh Payments'])
    await expect(page.getByRole('cell', { name, exact: true }).first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Online' }).first()).toBeVisible()
  const before = await rowsInWords(page)
  await expect.poll(() => rowsInWords(page)).not.toEqual(before)
  expect(faults).toEqual([])
})

test("a command is queued, published, acknowledged and done before one's eyes", async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await signIn(page)
  await rebootOne(page, { reboot: 'Reboot', tasks: 'Tasks', done: 'Done' })
  expect(faults).toEqual([])
})

test('the same path in Arabic', async ({ page }) => {
  const faults = watchForFaults(page)
  await signIn(page, { language: 'ar-IQ' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await rebootOne(page, { reboot: 'إعادة التشغيل', tasks: 'المهام', done: 'تم' })
  expect(faults).toEqual([])
})

/** Presence and last contact of the rows shown. */
const rowsInWords = (page: Page) => page.getByRole('row').allInnerTexts()

interface Words {
  readonly reboot: string
  readonly tasks: string
  readonly done: string
}

/** Reboots online terminals until one does it; the demo's refuse or fail now and then. */
async function rebootOne(page: Page, words: Words): Promise<void> {
  await open(page, '/device/list?presence=ONLINE')
  const links = page.getByRole('cell').getByRole('link', { name: /^DEMO-/ })
  await expect(links.first()).toBeVisible()
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  for (const href of found.slice(0, 5)) {
    const isDone = await reboot(page, href.slice(1), words)
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
    if (isDone) return
  }
  throw new Error('five terminals one after the other refused to reboot or failed')
}

/** Opens a terminal, reboots it and watches the command to its end; false where that is a bad one. */
async function reboot(page: Page, path: string, words: Words): Promise<boolean> {
  await open(page, path)
  await expect(page.locator('main section[data-path]:visible')).toHaveAttribute('data-path', path)
  const given = page.waitForResponse(
    (answer) => answer.url().includes('/command') && answer.request().method() === 'POST',
  )
  await page.getByRole('button', { name: words.reboot }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: words.reboot }).click()
  expect((await given).ok()).toBe(true)
  await page.getByRole('tab', { name: words.tasks }).click()
  const last = page.getByRole('listitem').and(page.locator('[data-state=good], [data-state=bad]'))
  // A terminal that leaves is back within a minute.
  await expect(last.first()).toBeVisible({ timeout: 120_000 })
  if ((await last.first().getAttribute('data-state')) === 'bad') return false
  // The last step is named from the beginning; it is done when it says so.
  await expect(last.first().getByText(words.done)).toBeVisible()
  return true
}

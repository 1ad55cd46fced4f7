import { expect, type Page } from '@playwright/test'
import { oneTimePassword, open, password, signIn, url, test, watchForFaults } from './people.ts'

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
  await page.locator('input[autocomplete=current-password]').fill(oneTimePassword())
  for (const field of await page.locator('input[autocomplete=new-password]').all())
    await field.fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).not.toHaveURL(/ucenter/)
  // The page he was forced to is not the first tab, which could not be closed.
  await expect(page.getByRole('tab', { name: 'Personal center' })).toHaveCount(0)
  // What was refused while the password was the first one is the only thing that may have been logged.
  expect(faults.filter((fault) => !fault.includes('403'))).toEqual([])
})

test('200 terminals of three models in two organisations come and go', async ({ page }) => {
  const faults = watchForFaults(page)
  await signIn(page)
  await open(page, '/device/list')
  await expect(page.getByText('Total 200')).toBeVisible()
  for (const name of ['Aurora A8', 'Aurora Mini', 'Cedar C2', 'Tigris Bank', 'Marsh Payments'])
    await expect(page.getByRole('cell', { name, exact: true }).first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Online' }).first()).toBeVisible()
  const before = await rowsInWords(page)
  await expect.poll(() => rowsInWords(page), { timeout: 60_000 }).not.toEqual(before)
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
  await signIn(page, 'ar-IQ')
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

/** Opens an online terminal, reboots it and watches the command to its end without reloading. */
async function rebootOne(page: Page, words: Words): Promise<void> {
  await open(page, '/device/list?presence=ONLINE')
  await page
    .getByRole('cell')
    .getByRole('link', { name: /^DEMO-/ })
    .first()
    .click()
  await expect(page).toHaveURL(/#\/device\/detail\//)
  await page.evaluate(() => Object.assign(window, { notReloaded: true }))
  await page.getByRole('button', { name: words.reboot }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: words.reboot }).click()
  await page.getByRole('tab', { name: words.tasks }).click()
  // The last step is named from the beginning; it is done when it says so.
  await expect(
    page.getByRole('listitem').and(page.locator('[data-state=good]')).getByText(words.done),
  ).toBeVisible({ timeout: 60_000 })
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
}

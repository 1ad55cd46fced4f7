import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { open, signIn, test, typeNewPassword, url, watchForFaults } from './people.ts'

// What a new user would do: an organisation, a role with a narrow scope, a user; and then be him.

const own = 'a field of blue flowers'

/** Chooses the first record that a picker finds for a word. */
async function pick(page: Page, picker: Locator, word: string): Promise<void> {
  await picker.click()
  await picker.fill(word)
  await page.getByRole('option', { name: word }).first().click()
}

test('a user with a narrow role sees exactly what was granted', async ({ page, browser }) => {
  const faults = watchForFaults(page)
  await signIn(page, { at: '/access/organization' })
  await addOrganization(page)
  await addRole(page)
  await grant(page)
  const password = await addUser(page)
  await beHim(browser, password)
  expect(faults).toEqual([])
})

async function addOrganization(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name=name]').fill('Reed Shops')
  await dialog.locator('input[name=code]').fill('reed')
  await pick(page, dialog.getByLabel('Parent organisation').first(), 'Platform')
  await dialog.getByLabel('Type').selectOption('MERCHANT_GROUP')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function addRole(page: Page): Promise<void> {
  await open(page, '/access/role')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name=name]').fill('Reed watcher')
  await dialog.locator('input[name=code]').fill('reed-watcher')
  await pick(page, dialog.getByLabel('Organisation').first(), 'Reed Shops')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The list of terminals, and nothing but what belongs to the organisation. */
async function grant(page: Page): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: 'reed-watcher' })
  await row.getByRole('button', { name: 'Rights' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Search a right').fill('DEVICE_LIST')
  await dialog.getByRole('checkbox', { name: 'See the list' }).check()
  await dialog.getByLabel('Search a right').fill('')
  await expect(dialog.getByRole('checkbox', { name: 'Estate', exact: true })).toHaveJSProperty(
    'indeterminate',
    true,
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Done').first()).toBeVisible()
  await dialog.getByRole('tab', { name: 'Data scope' }).click()
  await dialog.getByLabel('Sees').selectOption('OWN_ORG')
  const saved = page.waitForResponse(
    (answer) => answer.url().includes('/role/data/') && answer.request().method() === 'PUT',
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await saved).ok()).toBe(true)
  await page.keyboard.press('Escape')
}

async function addUser(page: Page): Promise<string> {
  await open(page, '/access/user')
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name=userName]').fill('sedge')
  await dialog.locator('input[name=realName]').fill('Sedge Reed')
  await dialog.locator('input[name=email]').fill('sedge@example.org')
  await pick(page, dialog.getByLabel('Organisation').first(), 'Reed Shops')
  await pick(page, dialog.getByLabel('Roles').first(), 'Reed watcher')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: 'sedge@example.org' })
  await expect(row.getByText('Invited')).toBeVisible()
  await row.getByRole('button', { name: 'Actions of sedge' }).click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  const password = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  return password
}

/** In a second browser: the first sign-in, and then all that there is for him. */
async function beHim(browser: Browser, oneTime: string): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url())
  await page.locator('input[autocomplete=username]').fill('sedge')
  await page.locator('input[autocomplete=current-password]').fill(oneTime)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/ucenter/)
  await typeNewPassword(page, own)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).not.toHaveURL(/ucenter/)
  await open(page, '/device/list')
  // Of the 200 that others have.
  await expect(page.getByRole('button', { name: 'Total 0' })).toBeVisible()
  const menu = page.getByRole('navigation').first()
  await expect(menu.getByText('Terminals')).toBeVisible()
  for (const absent of ['Users', 'Roles', 'Vendors', 'Access', 'System'])
    await expect(menu.getByText(absent, { exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeHidden()
  await open(page, '/access/user')
  await expect(page).toHaveURL(/#\/403/)
  await expect(page.getByRole('table')).toBeHidden()
  await context.close()
}

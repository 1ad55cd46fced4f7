import { expect, type Page } from '@playwright/test'
import { signIn, test, watchForFaults } from './people.ts'

test('the palette finds a terminal by its serial number and opens it', async ({ page }) => {
  const faults = watchForFaults(page)
  await signIn(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: /Pages, records/ })
  await palette.fill('demo-00012')
  await expect(page.getByRole('option', { name: /DEMO-000120/ })).toBeVisible()
  await palette.press('Enter')
  await expect(page).toHaveURL(/#\/device\/detail\//)
  await expect(page.getByRole('heading', { name: 'DEMO-000120' })).toBeVisible()
  // What was looked at is what one comes back to.
  await page.getByRole('tab', { name: 'DEMO-000120' }).press('Delete')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: 'DEMO-000120' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.locator('body').press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Search and commands')
  expect(faults).toEqual([])
})

test('a notice arrives live and is cleared', async ({ page, browser }) => {
  await signIn(page)
  const bell = page.getByRole('button', { name: /^Notices/ })
  await expect(bell).toHaveAccessibleName(/unread/)
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notices' })
  const clear = async () => {
    await panel.getByRole('button', { name: 'Clear Message' }).click()
    const question = page.getByRole('dialog', { name: 'Clear Message' })
    await question.getByRole('button', { name: 'Clear Message' }).click()
  }
  // Each sign-in of these tests is one from a new device.
  const ofSignIns = panel.getByRole('listitem').filter({ hasText: 'from a new device' })
  await expect(ofSignIns).not.toHaveCount(0)
  await clear()
  // Nothing else is looked for: a terminal of the estate may raise an alarm at any moment.
  await expect(ofSignIns).toHaveCount(0)
  await page.keyboard.press('Escape')
  const elsewhere = await browser.newContext()
  await signIn(await elsewhere.newPage())
  await expect(bell).toHaveAccessibleName(/^Notices, \d+ unread$/)
  await elsewhere.close()
  await bell.click()
  await expect(ofSignIns).toHaveCount(1)
  await clear()
  await expect(ofSignIns).toHaveCount(0)
})

test('while the network is cut there is one message and a banner, and then all goes on', async ({
  page,
}) => {
  await signIn(page, { at: '/vendor/list' })
  await expect(page.getByRole('table')).toBeVisible()
  await page.context().setOffline(true)
  for (const word of ['one', 'two', 'three']) {
    const search = page.getByRole('searchbox', { name: 'Name or code' })
    await search.fill(word)
    await search.press('Enter')
  }
  await expect(banner(page)).toBeVisible()
  const toast = page.getByRole('alert').filter({ hasText: 'Network Error' })
  await expect(toast).toHaveCount(1)
  await page.context().setOffline(false)
  await expect(banner(page)).toBeHidden()
  await expect(page.getByText('The server answers again')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reset the filters' })).toBeVisible()
})

const banner = (page: Page) => page.getByText('The server does not answer.')

test('an error that nobody caught reaches the badge, the dialog and the server', async ({
  page,
}) => {
  await signIn(page)
  const told = page.waitForResponse((response) => response.url().includes('/log/v1/client/error'))
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('planted, with a mail to layla@bank.example')
    })
  })
  expect(await (await told).json()).toMatchObject({ code: 200 })
  await page.getByRole('button', { name: 'Error log, 1 error' }).click()
  const log = page.getByRole('dialog', { name: 'Error log' })
  await expect(log).toContainText('RangeError: planted, with a mail to …@…')
  const [id = ''] = /[0-9A-Z]{6}/.exec(await log.getByRole('listitem').innerText()) ?? []
  const sent = JSON.parse((await told).request().postData() ?? '{}') as object
  expect(sent).toMatchObject({ shortId: id, message: expect.not.stringContaining('layla') })
  await log.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('button', { name: /Error log/ })).toHaveCount(0)
})

import { expect, type Locator, type Page } from '@playwright/test'
import { open, password, settled, signIn, test, watchForFaults } from './people.ts'
import { bringToFront, openEach, openTerminals, tab } from './tabs.ts'

const tabNames = (page: Page) =>
  page.getByRole('tablist', { name: 'Open pages' }).getByRole('tab').allInnerTexts()
const front = (page: Page) => page.locator('main section[data-path]:visible')

async function choose(page: Page, on: Locator, action: string): Promise<void> {
  await on.click({ button: 'right' })
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function writeMessage(page: Page, text: string): Promise<void> {
  await front(page).getByRole('button', { name: 'Message' }).click()
  await front(page).getByRole('dialog').getByRole('textbox').first().fill(text)
}

const written = (page: Page) => front(page).getByRole('dialog').getByRole('textbox').first()

test('two terminals of one screen keep what is typed apart; a refresh touches one', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await signIn(page)
  const [first = '', second = ''] = await openTerminals(page, 2)
  await bringToFront(page, first)
  await writeMessage(page, 'to the first')
  await bringToFront(page, second)
  await writeMessage(page, 'to the second')
  await bringToFront(page, first)
  await expect(written(page)).toHaveValue('to the first')
  await expect(tab(page, /unsaved/)).toHaveCount(2)

  await choose(page, tab(page, second), 'Refresh')
  await page.getByRole('button', { name: 'Close anyway' }).click()
  await expect(tab(page, /unsaved/)).toHaveCount(1)
  await expect(written(page)).toHaveValue('to the first')
  await bringToFront(page, second)
  await expect(front(page).getByRole('heading', { name: second })).toBeVisible()
  await expect(front(page).getByRole('dialog')).toHaveCount(0)

  // Whoever says no keeps the tab and what is in it.
  await choose(page, tab(page, first), 'Close')
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await bringToFront(page, first)
  await expect(written(page)).toHaveValue('to the first')
  expect(faults).toEqual([])
})

const refreshes: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the toolbar': (page) => page.getByRole('button', { name: 'Refresh', exact: true }).click(),
  'the menu of its tab': (page) => choose(page, tab(page, 'Terminals'), 'Refresh'),
  'a click on its path in the menu': (page) =>
    page.getByRole('link', { name: 'Terminals', exact: true }).click(),
  'Alt R': (page) => page.keyboard.press('Alt+r'),
}

test('a refresh reads the page again from the server, each way', async ({ page }) => {
  await signIn(page)
  const reads = ['/device/v1/device/page', '/device/v1/device/count', '/user/v1/view/list']
  const asked: string[] = []
  await open(page, '/device/list')
  await expect(
    front(page)
      .getByRole('link', { name: /^DEMO-/ })
      .first(),
  ).toBeVisible()
  await settled(page, '/device/list')
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const [way, refresh] of Object.entries(refreshes))
    await test.step(way, async () => {
      asked.length = 0
      await refresh(page)
      for (const path of reads)
        await expect.poll(() => asked.filter((one) => one.endsWith(path)).length).toBeGreaterThan(0)
    })
})

test('a list comes back as it was left: scrolled, filtered and selected', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await signIn(page)
  // A filter whose rows stay where they are while terminals come and go.
  await open(page, '/device/list?lifecycle=ACTIVE')
  const chosen = front(page).getByRole('checkbox').nth(3)
  await chosen.check()
  const scroller = page.locator('main section[data-path]:visible').locator('..')
  // What is drawn above meanwhile moves the rows, and the browser follows them.
  const scrolled = () =>
    scroller.evaluate((element) => {
      element.scrollTo(0, 100)
      return element.scrollTop
    })
  await expect.poll(scrolled).toBe(100)
  await settled(page, '/device/list')
  await scrolled()
  await open(page, '/system/area')
  await expect(tab(page, 'Areas')).toHaveAttribute('aria-selected', 'true')
  await bringToFront(page, 'Terminals')
  await expect(page).toHaveURL(/lifecycle=ACTIVE/)
  await expect(chosen).toBeChecked()
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(100)
})

test('tabs are closed around one, by menu, middle button and keys', async ({ page }) => {
  await signIn(page)
  await openEach(page, ['/device/list', '/device/model', '/system/area', '/vendor/list'])
  await expect(tab(page, 'Vendors')).toHaveAttribute('aria-selected', 'true')

  // On the first, nothing is to its left, and it cannot be closed itself.
  await tab(page, 'Workbench').click({ button: 'right' })
  for (const name of ['Close', 'Close left', 'Move left'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')

  // The neighbour to the right comes to the front, else the one to the left.
  await bringToFront(page, 'Areas')
  await tab(page, 'Areas').click({ button: 'middle' })
  await expect(tab(page, 'Vendors')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Vendors').press('Delete')
  await expect(tab(page, 'Models')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Models').press('Home')
  await expect(tab(page, 'Workbench')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Terminals')).toBeFocused()
  await page.getByRole('button', { name: 'More for this page' }).click()
  await page.getByRole('menuitem', { name: 'Close all' }).click()
  await expect.poll(() => tabNames(page)).toEqual(['Workbench'])
})

for (const language of ['en', 'ar-IQ'] as const)
  test(`tabs are sorted by dragging and by keys, ${language}`, async ({ page }) => {
    await signIn(page, { language })
    const order = () =>
      page.locator('header [role=tab]').evaluateAll((all) => all.map((one) => one.id))
    await openEach(page, ['/device/model', '/system/area'])
    await expect.poll(order).toHaveLength(3)
    const [first = '', second = '', third = ''] = await order()
    await drag(page, page.locator(`[id="${first}"]`), page.locator(`[id="${third}"]`))
    await expect.poll(order).toEqual([second, third, first])
    // Towards the beginning: to the left, in Arabic to the right.
    const arrow = language === 'en' ? 'ArrowLeft' : 'ArrowRight'
    await page.locator(`[id="${first}"]`).press(`Control+Shift+${arrow}`)
    await expect.poll(order).toEqual([second, first, third])
  })

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('a tab is not on screen')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  const isRight = end.x > start.x
  const at = isRight ? end.x + end.width - 4 : end.x + 4
  await page.mouse.move(at, end.y + end.height / 2, { steps: 20 })
  await page.mouse.up()
}

test('tabs survive a reload and end with the session', async ({ page }) => {
  await signIn(page)
  await openEach(page, ['/device/list', '/device/model', '/system/area'])
  await expect.poll(() => tabNames(page)).toEqual(['Workbench', 'Terminals', 'Models', 'Areas'])
  await page.reload()
  await expect.poll(() => tabNames(page)).toEqual(['Workbench', 'Terminals', 'Models', 'Areas'])
  await expect(tab(page, 'Areas')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'admin' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
  await expect.poll(() => tabNames(page)).toHaveLength(1)
})

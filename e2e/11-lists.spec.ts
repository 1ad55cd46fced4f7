import { expect, type Page } from '@playwright/test'
import { open, signIn, test, watchForFaults } from './people.ts'

const row = 'tbody tr[data-row]:visible'

/** Pixels of the window that a table leaves, and the rows that the filters above it take. */
const measure = (page: Page) =>
  page.locator('[data-screen]:visible').evaluate((screen) => {
    const frame = screen.querySelector('table')?.closest('[class*="_frame_"]')
    const height = screen.querySelector<HTMLElement>('search')?.offsetHeight ?? 0
    return { left: window.innerHeight - (frame?.clientHeight ?? 0), rows: Math.ceil(height / 40) }
  })

test('a table takes the window less 291, less 60 for each further row of filters', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await signIn(page, { at: '/system/timezone' })
  await expect.poll(() => measure(page)).toEqual({ left: 291, rows: 1 })
  const day = '-01-01T00:00:00.000Z'
  await page.setViewportSize({ width: 1000, height: 900 })
  await open(page, `/system/timezone?createdFrom=2020${day}&createdTo=2090${day}&status=1`)
  await expect
    .poll(async () => {
      const { left, rows } = await measure(page)
      return rows > 1 && left - 60 * (rows - 1)
    })
    .toBe(291)
  expect(faults).toEqual([])
})

test('a list and its pager are in sight without scrolling, and no notice lies over them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  for (const path of ['/system/timezone', '/log/action']) {
    await open(page, path)
    const pager = page.locator('[data-list] footer nav:visible')
    await expect(pager).toBeVisible()
    const { hidden, below } = await pager.evaluate((element) => {
      const scroller = element.closest('[class*="_scroller_"]')
      const notices = document.querySelector('section[aria-live=polite]')?.getBoundingClientRect()
      return {
        hidden: (scroller?.scrollHeight ?? NaN) - (scroller?.clientHeight ?? NaN),
        below: (notices?.top ?? NaN) - element.getBoundingClientRect().bottom,
      }
    })
    expect({ path, hidden, isBelow: below >= -1 }).toEqual({ path, hidden: 0, isBelow: true })
  }
})

/** Where parts of the page stand; those of a dialog over it are none. */
const placesOf = (page: Page, parts: string) =>
  page.locator(parts).evaluateAll((all) =>
    all
      .filter((part) => part.closest('[role="dialog"]') === null)
      .map((part) => {
        const { top, left, height } = part.getBoundingClientRect()
        return { top, left, height }
      }),
  )

test('a notice moves nothing of a list', async ({ page }) => {
  await signIn(page, { at: '/system/timezone?keyword=Antarctica/Davis' })
  const parts = '[data-list]:visible, [data-list] footer nav:visible'
  await expect(page.locator(row)).toHaveCount(1)
  await expect(page.locator('button:has-text("Pause"):visible')).toBeVisible()
  const before = await placesOf(page, parts)
  await page.locator(`${row} input[role=switch]`).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  expect(await placesOf(page, parts)).toEqual(before)
  await undo.click()
})

test('the bar over chosen rows has one line from the first moment, and moves no row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, { at: '/device/list' })
  await expect(page.locator(row).first()).toBeVisible()
  const parts = '[data-action-line]:visible, thead:visible'
  const before = await placesOf(page, parts)
  await page.locator('thead input[type=checkbox]:visible').check()
  expect(await placesOf(page, parts)).toEqual(before)
  const bar = page.getByRole('toolbar')
  await expect(bar.getByRole('button', { name: 'Message' })).toBeVisible()
  expect(await placesOf(page, parts)).toEqual(before)
  await bar.getByLabel('Select the first').fill('30')
  await page.keyboard.press('Enter')
  await expect(bar.getByText('First 30 chosen')).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Delete' })).not.toBeInViewport()
  await bar.getByRole('button', { name: 'More', exact: true }).click()
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeInViewport()
  expect(await placesOf(page, parts)).toEqual(before)
})

test('the first rows are chosen by three keys, with the mouse left alone', async ({ page }) => {
  await signIn(page, { at: '/device/list' })
  await expect(page.locator(row).first()).toBeVisible()
  await page.locator('button[aria-label="Select rows"]:visible').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').locator('input')).toBeFocused()
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('toolbar')
  await expect(bar.getByText('First 30 chosen')).toBeVisible()
  await expect(bar).toBeFocused()
})

test('what opens out of a line of buttons leaves no gap in it', async ({ page }) => {
  await signIn(page, { at: '/system/timezone' })
  const buttons = '[data-action-line]:visible > :first-child > :last-child > button'
  await expect(page.locator('button[aria-label="Columns"]:visible')).toBeVisible()
  const before = await placesOf(page, buttons)
  expect(before.length).toBeGreaterThan(2)
  await page.locator('button:has-text("Recycle bin"):visible').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await placesOf(page, buttons)).toEqual(before)
})

test('the page does not scroll where a line of figures stands above its table', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, { at: '/device/repair' })
  await expect(page.locator(row).first()).toBeVisible()
  await expect
    .poll(() =>
      page
        .locator('main section[data-path]:visible')
        .evaluate(({ parentElement: at }) => (at?.scrollHeight ?? NaN) - (at?.clientHeight ?? NaN)),
    )
    .toBe(0)
})

test('the acts of a row are whole in the bin', async ({ page }) => {
  await signIn(page, { at: '/system/timezone?keyword=Antarctica/Mawson' })
  await page.locator(`${row} button:has-text("Delete")`).click()
  await expect(page.locator(row)).toHaveCount(0)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    if (width === 1440) await page.locator('button:has-text("Recycle bin"):visible').click()
    const dialog = page.getByRole('dialog')
    const destroy = dialog.locator('tbody button:has-text("Destroy")')
    await expect(destroy).toBeVisible()
    await expect
      .poll(() =>
        destroy.evaluate((button) => {
          const cell = button.closest('td')?.getBoundingClientRect()
          return button.getBoundingClientRect().right <= (cell?.right ?? NaN)
        }),
      )
      .toBe(true)
  }
  await page.getByRole('dialog').locator('tbody button:has-text("Restore")').click()
})

test('a strip of tabs above a table counts as a further row', async ({ page }) => {
  await signIn(page, { at: '/log/action' })
  await expect
    .poll(async () => {
      const { left, rows } = await measure(page)
      return left - 60 * (rows - 1)
    })
    .toBe(291 + 60)
})

test('a list is taken away as a file that is named after it', async ({ page }) => {
  await signIn(page, { at: '/system/timezone' })
  await page.locator('button:has-text("Export"):visible').click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^timezone-\d{4}-\d\d-\d\d\.csv$/)
})

test('columns and a saved view are there again after a new sign-in', async ({ page, browser }) => {
  const faults = watchForFaults(page)
  await signIn(page, { at: '/system/timezone?keyword=africa' })
  const saved = page.waitForResponse((response) => response.url().includes('/view/look'))
  await page.locator('button[aria-label="Columns"]:visible').click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'IANA zone' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.locator('th[data-column=zoneId]:visible')).toHaveCount(0)
  await page.locator('button:has-text("Views"):visible').click()
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
  await page.getByLabel('Name of the view').fill('Zones of Africa')
  await page.keyboard.press('Enter')
  await expect(page.locator('button:has-text("Zones of Africa"):visible')).toBeVisible()
  await saved
  const other = await (await browser.newContext()).newPage()
  await signIn(other, { at: '/system/timezone' })
  await expect(other.locator('th[data-column=zoneId]:visible')).toHaveCount(0)
  await other.locator('button:has-text("Views"):visible').click()
  await other.getByRole('menuitem', { name: 'Zones of Africa' }).click()
  await expect(other).toHaveURL(/keyword=africa/)
  await other.context().close()
  expect(faults).toEqual([])
})

test('all that match are disabled by their filter, and enabled again by Undo', async ({ page }) => {
  const faults = watchForFaults(page)
  await signIn(page, { at: '/system/timezone?keyword=europe&pageSize=10' })
  await expect(page.locator(row)).toHaveCount(10)
  await page.locator('thead input[type=checkbox]:visible').check()
  await page.getByRole('button', { name: /^Select all \d+ that match$/ }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Disable' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.locator(`${row} input[role=switch]:checked`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator(`${row} input[role=switch]:checked`)).toHaveCount(10)
  expect(faults).toEqual([])
})

test('a removal is taken back by Undo', async ({ page }) => {
  await signIn(page, { at: '/system/timezone?keyword=Antarctica/Troll' })
  await expect(page.locator(row)).toHaveCount(1)
  await page.locator(`${row} button:has-text("Delete")`).click()
  await expect(page.locator(row)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator(row)).toHaveCount(1)
})

/** Controls of the dialog in front that a toast lies over, by what they are called. */
const underToasts = (page: Page) =>
  page.locator('.mantine-Modal-content:visible').evaluate((dialog) => {
    const toasts = [...document.querySelectorAll('section[aria-live=polite] > *')]
    const boxes = toasts.map((toast) => toast.getBoundingClientRect())
    // What is scrolled away lies under nothing.
    const within = dialog.getBoundingClientRect()
    const isUnder = (control: Element) => {
      const { top, bottom, left, right } = control.getBoundingClientRect()
      const [first, last] = [Math.max(top, within.top), Math.min(bottom, within.bottom)]
      return boxes.some(
        (box) =>
          left < box.right &&
          right > box.left &&
          first < last &&
          first < box.bottom &&
          last > box.top,
      )
    }
    const controls = [...dialog.querySelectorAll('button, a[href], input, select, textarea')]
    return {
      toasts: toasts.length,
      under: controls
        .filter((control) => control.checkVisibility() && isUnder(control))
        .map((control) => control.getAttribute('aria-label') ?? control.textContent),
    }
  })

test('no toast lies over the controls of a dialog, and its Undo is in reach', async ({ page }) => {
  await signIn(page, { at: '/system/timezone?keyword=Antarctica/Vostok' })
  await expect(page.locator(row)).toHaveCount(1)
  await page.locator(`${row} button:has-text("Delete")`).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  // Held by the keyboard it stays; it goes only some seconds after the dialog has taken that.
  await undo.focus()
  await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click()
  const end = page.locator('.mantine-Modal-content button[type=submit]:visible')
  await expect(end).toBeVisible()
  // So low that the dialog is longer than the window.
  for (const [width, height] of [
    [1440, 420],
    [390, 520],
  ] as const) {
    await page.setViewportSize({ width, height })
    await end.scrollIntoViewIfNeeded()
    const { toasts, under } = await underToasts(page)
    expect(toasts).toBeGreaterThan(0)
    expect({ width, under }).toEqual({ width, under: [] })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await undo.click()
  await expect(page.locator(row)).toHaveCount(1)
})

test('a paused list keeps its rows, says what it missed, and catches up', async ({
  page,
  browser,
}) => {
  const zone = '/system/timezone?keyword=Antarctica/Syowa'
  const toggle = `${row} input[role=switch]`
  await signIn(page, { at: zone })
  await expect(page.locator(toggle)).toBeChecked()
  await page.locator('button:has-text("Pause"):visible').click()
  const other = await (await browser.newContext()).newPage()
  await signIn(other, { at: zone })
  await other.locator(toggle).uncheck()
  await expect(page.locator('output:has-text("One change waits"):visible')).toBeVisible()
  await expect(page.locator(toggle)).toBeChecked()
  await page.locator('button:has-text("Resume"):visible').click()
  await expect(page.locator(toggle)).not.toBeChecked()
  await page.locator(toggle).check()
  await expect(other.locator(toggle)).toBeChecked()
  await other.context().close()
})

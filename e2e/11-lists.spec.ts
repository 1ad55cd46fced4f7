import { expect } from '@playwright/test'
import { open, signIn, test, watchForFaults } from './people.ts'

test('a table takes the window less 291, less 60 for each further row of filters', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await signIn(page)
  await open(page, '/system/timezone')
  const table = page.locator('[data-screen]:visible table').first()
  await expect(table).toBeVisible()
  const measure = () =>
    table.evaluate((element) => {
      const frame = element.closest('[class*="_frame_"]')
      const screen = element.closest<HTMLElement>('[data-screen]')
      const extra = Number(screen?.style.getPropertyValue('--extra-rows') ?? 0)
      return { height: frame?.clientHeight ?? 0, extra, window: window.innerHeight }
    })
  const wide = await measure()
  expect(wide.height).toBeCloseTo(wide.window - 291 - 60 * wide.extra, -1)
  await page.setViewportSize({ width: 1000, height: 900 })
  await expect.poll(async () => (await measure()).extra).toBeGreaterThan(wide.extra)
  const narrow = await measure()
  expect(narrow.height).toBeCloseTo(narrow.window - 291 - 60 * narrow.extra, -1)
  expect(faults).toEqual([])
})

test('a list is taken away as a file that is named after it', async ({ page }) => {
  await signIn(page)
  await open(page, '/system/timezone')
  await page.locator('button:has-text("Export"):visible').click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^timezone-\d{4}-\d\d-\d\d\.csv$/)
})

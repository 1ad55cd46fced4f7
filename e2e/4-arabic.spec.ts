import { expect, type Page } from '@playwright/test'
import { signIn, test, watchForFaults } from './people.ts'

/** Where the middle of a part stands, from 0 (left) to 1 (right). */
async function place(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox()
  const width = page.viewportSize()?.width ?? 1
  return box ? (box.x + box.width / 2) / width : Number.NaN
}

test('the console is mirrored, and counts in Arabic digits', async ({ page }) => {
  const faults = watchForFaults(page)
  await signIn(page, { language: 'ar-IQ', at: '/device/list' })
  await expect(page.getByText('Total ٢٠٥')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')

  await expect.poll(() => place(page, 'nav[data-surface=menu]')).toBeGreaterThan(0.8)
  await expect.poll(() => place(page, 'thead th:first-child')).toBeGreaterThan(0.7)
  await page.getByRole('button', { name: 'المظهر', exact: true }).click()
  await expect.poll(() => place(page, 'dialog > div')).toBeLessThan(0.2)
  await page.keyboard.press('Escape')

  // Whatever is no code, address or name of the terminal's own has no ASCII digit.
  const ascii = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isForeign = node.parentElement?.closest('bdi, option, script, style')
      if (!isForeign && /\d/.test(node.textContent ?? '')) found.push(node.textContent ?? '')
    }
    return found
  })
  expect(ascii).toEqual([])
  expect(faults).toEqual([])
})

test('serial numbers stay left to right, and are found with digits of either script', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await signIn(page, { language: 'ar-IQ', at: '/device/list' })
  const field = page.getByRole('searchbox').first()
  await field.fill('DEMO-٠٠٠٠١٢')
  await field.press('Enter')
  await expect(page.getByText('Total ١', { exact: true })).toBeVisible()
  await expect(page.getByRole('cell').locator('bdi[dir=ltr]').first()).toHaveText('DEMO-000012')
  expect(asked.filter((one) => one.includes('keyword=')).at(-1)).toContain('keyword=DEMO-000012')
  await page.getByRole('link', { name: 'DEMO-000012' }).click()
  await expect(page).toHaveURL(/device\/detail/)
  const time = page.locator('main time').first()
  await expect(time).toHaveAttribute('title', /[٠-٩]{2}:[٠-٩]{2}:[٠-٩]{2}$/)
})

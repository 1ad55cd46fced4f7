import { shippedTexts } from '@muster/contract/texts'
import { expect, type Page } from '@playwright/test'
import { nothingLoads, open, settled, sharedPage, test } from './people.ts'
import { hiddenParts, violations } from './walk.ts'

const row = 'tbody tr[data-row]:visible'

const looks = [
  { language: 'en', width: 1440 },
  { language: 'ar-IQ', width: 1440 },
  { language: 'en', width: 390 },
  { language: 'ar-IQ', width: 390 },
] as const

for (const { language, width } of looks)
  test.describe(`in ${language} at ${width} pixels`, () => {
    const colorScheme = language === 'en' ? 'light' : 'dark'
    const shared = sharedPage({ language, colorScheme })
    const say = (key: string): string => shippedTexts[language]?.[key] ?? key

    /** A screen of the estate at this width, with all that it shows at first. */
    async function show(path: string): Promise<Page> {
      const page = shared()
      await page.setViewportSize({ width, height: 900 })
      await open(page, path)
      await settled(page, path.replace(/\?.*/, ''))
      return page
    }
    /** The page as it is; or a part of it, where what stands around has been looked at. */
    async function isWell(page: Page, within?: string): Promise<void> {
      expect(await violations(page, within)).toEqual([])
      expect(await hiddenParts(page)).toEqual([])
    }

    test('an area that is drawn on the map filters the list below it', async () => {
      const page = await show('/device/location')
      const map = page.getByRole('toolbar', { name: say('location.map') })
      await expect(map.getByRole('button').first()).toBeVisible()
      await isWell(page)
      // A young estate may not have told where it is yet.
      await expect(page.locator(row).nth(1)).toBeVisible()
      const all = await page.locator(row).count()
      await page.getByRole('button', { name: say('location.drawRectangle') }).click()
      const { x, y, width: wide, height: high } = await boxOf(page)
      await page.mouse.click(x + wide * 0.4, y + high * 0.8)
      await page.mouse.click(x + wide * 0.5, y + high * 0.9)
      await expect(page).toHaveURL(/area=/)
      await expect.poll(() => page.locator(row).count()).toBeLessThan(all)
      await nothingLoads(page)
      await isWell(page)
    })

    // At 1440 pixels each tab is looked at beside all other screens.
    if (width === 1440) return
    test('every tab of a terminal', async () => {
      const page = await show('/device/list?keyword=DEMO-000012')
      await page.locator(row).getByRole('link', { name: 'DEMO-000012' }).click()
      await expect(page.getByRole('heading', { name: 'DEMO-000012' })).toBeVisible()
      const tabs = page.locator('main').getByRole('tab')
      for (const tab of await tabs.all()) {
        await tab.click()
        await nothingLoads(page)
        await isWell(page, 'main')
      }
    })
  })

async function boxOf(page: Page) {
  const box = await page.locator('main [data-map=ready]:visible').first().boundingBox()
  if (!box) throw new Error('the map is there')
  return box
}

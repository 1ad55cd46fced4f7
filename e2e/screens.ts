import { expect, type Page } from '@playwright/test'
import { shippedMenu } from '../packages/server/src/features/system/menu/shippedMenu.ts'
import { hiddenParts, staysInSight, violations } from './walk.ts'
import { closeTab, nothingLoads, open, settled, sharedPage, test, url } from './people.ts'

/** Each page of the shipped menu but the frame itself, and what belongs to no menu. */
const screens = [
  ...shippedMenu
    .flatMap(({ pages }) => pages)
    .filter(({ path, component }) => !path.includes(':') && component !== 'LAYOUT')
    .map(({ path }) => path),
  '/403',
  '/404',
]

/** What is not there, or not for everybody, stands in no tab. */
async function toldOfStatus(page: Page): Promise<void> {
  await expect(page.locator('main section[data-path]:visible')).toHaveCount(0)
  await expect(page.locator('main h1:visible')).toBeVisible()
}

/** Proves of each screen, in a language, that it is accessible; a file of its own for each, so that they go beside each other. */
export function everyScreenIsAccessible(language: 'en' | 'ar-IQ'): void {
  test.describe(`in ${language}`, () => {
    test('sign-in is accessible', async ({ page }) => {
      await page.addInitScript((code) => localStorage.setItem('language', code), language)
      await page.goto(url())
      await expect(page.locator('input[autocomplete=username]')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    // Colours do not depend on the language; every theme in both is looked at in 4-themes.
    const colorScheme = language === 'en' ? 'light' : 'dark'
    test.describe(`every screen is accessible, ${colorScheme}`, () => {
      const shared = sharedPage({ language, colorScheme })
      for (const path of screens) test(path, () => isAccessible(shared(), path))
      test('what stands around every screen', async () => {
        const page = shared()
        await open(page, '/device/list')
        expect(await violations(page)).toEqual([])
      })
      test('every tab of a terminal', () => areTabsAccessible(shared()))
    })
  })
}

async function isAccessible(page: Page, path: string): Promise<void> {
  await open(page, path)
  await (path.startsWith('/40') ? toldOfStatus(page) : settled(page, path))
  // What stands around every screen is looked at once.
  expect(await violations(page, 'main')).toEqual([])
  expect(await hiddenParts(page)).toEqual([])
  for (const table of await page.getByRole('table').all())
    expect(await staysInSight(table), 'the name of a row').toBe(true)
  // Pages that are kept make the next ones slow.
  await closeTab(page)
}

async function areTabsAccessible(page: Page): Promise<void> {
  await open(page, '/device/list')
  await page
    .getByRole('cell')
    .getByRole('link', { name: /^DEMO-/ })
    .first()
    .click()
  const tabs = page.locator('main').getByRole('tab')
  await expect(tabs.first()).toBeVisible()
  for (const tab of await tabs.all()) {
    await tab.click()
    await nothingLoads(page)
    const name = await tab.innerText()
    expect(await violations(page, 'main'), name).toEqual([])
    expect(await hiddenParts(page), name).toEqual([])
  }
}

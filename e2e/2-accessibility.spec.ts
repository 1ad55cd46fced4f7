import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { open, signIn, test, url } from './people.ts'

const screens = [
  '/workbench',
  '/dashboard/model',
  '/device/list',
  '/device/model',
  '/device/category',
  '/vendor/list',
  '/access/organization',
  '/access/role',
  '/access/user',
  '/access/client',
  '/access/platform-users',
  '/log/action',
  '/system/area',
  '/system/async-task',
  '/system/customize',
  '/system/dictionary',
  '/system/file',
  '/system/language',
  '/system/mail',
  '/system/menu',
  '/system/parameter',
  '/system/server',
  '/system/timezone',
  '/system/upload',
  '/system/website',
  '/ucenter',
  '/403',
  '/404',
]

/** WCAG 2.2 AA by axe; each violation with the places where it is. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

for (const language of ['en', 'ar-IQ'] as const) {
  test.describe(`in ${language}`, () => {
    test('sign-in is accessible', async ({ page }) => {
      await page.addInitScript((code) => localStorage.setItem('language', code), language)
      await page.goto(url())
      await expect(page.locator('input[autocomplete=username]')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    // Colours do not depend on the language; every theme in both is looked at in 4-themes.
    const colorScheme = language === 'en' ? 'light' : 'dark'
    test(`every screen is accessible, ${colorScheme}`, async ({ page }) => {
      test.setTimeout(240_000)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await signIn(page, language)
      for (const path of screens) {
        await open(page, path)
        await page.waitForLoadState('networkidle')
        expect(await violations(page), path).toEqual([])
      }
      await open(page, '/device/list')
      await page
        .getByRole('cell')
        .getByRole('link', { name: /^DEMO-/ })
        .first()
        .click()
      for (const tab of await page.getByRole('tabpanel').or(page.getByRole('tab')).all()) {
        if ((await tab.getAttribute('role')) !== 'tab') continue
        await tab.click()
        expect(await violations(page), await tab.innerText()).toEqual([])
      }
    })
  })
}

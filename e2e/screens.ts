import { expect, type Page } from '@playwright/test'
import { shippedMenu } from '../packages/server/src/features/system/menu/shippedMenu.ts'
import { addColleague, ask } from './database.ts'
import { hiddenParts, staysInSight, violations } from './walk.ts'
import { closeTab, nothingLoads, open, settled, sharedPage, test, url } from './people.ts'

/** Each page of the shipped menu but the frame itself, and what belongs to no menu. */
const paths = shippedMenu
  .flatMap(({ pages }) => pages)
  .filter(({ component }) => component !== 'LAYOUT')
  .map(({ path }) => path)
const screens = [...paths.filter((path) => !path.includes(':')), '/403', '/404']

/** Pages of one record, each with a record of the demo. */
const details = paths.filter((path) => path.includes(':'))
const records: Readonly<Record<string, string>> = {
  '/device/detail/:id': `select id from device where sn like 'DEMO-%'`,
  '/vendor/detail/:id': 'select id from vendor where deleted_at is null',
  '/app/detail/:id': 'select id from app where deleted_at is null',
  '/param/edit/:id': 'select id from param_assignment where deleted_at is null',
  '/access/organization/:id': 'select id from organization where deleted_at is null',
}

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
    // Of one user's sessions the oldest end when there are many: somebody of each run's own.
    const userName = `looks-${language}-${process.pid}`
    test.describe(`every screen is accessible, ${colorScheme}`, () => {
      test.beforeAll(() => addColleague(userName))
      const shared = sharedPage({ language, colorScheme, userName })
      for (const path of screens) test(path, () => isAccessible(shared(), { path, language }))
      test('what stands around every screen', async () => {
        const page = shared()
        await open(page, '/device/list')
        expect(await violations(page)).toEqual([])
      })
      for (const path of details) test(path, () => isDetailAccessible(shared(), path))
    })
  })
}

interface Look {
  readonly path: string
  readonly language: 'en' | 'ar-IQ'
}

async function isAccessible(page: Page, { path, language }: Look): Promise<void> {
  await open(page, path)
  await (path.startsWith('/40') ? toldOfStatus(page) : settled(page, path))
  // What stands around every screen is looked at once.
  expect(await violations(page, 'main')).toEqual([])
  expect(await hiddenParts(page)).toEqual([])
  for (const table of await page.getByRole('table').all())
    expect(await staysInSight(table), 'the name of a row').toBe(true)
  // The other language has the same columns and buttons.
  if (language === 'en') await isWholeOnPhone(page)
  // Pages that are kept make the next ones slow.
  await closeTab(page)
}

/** Nothing is cut or out of reach on a phone either. */
async function isWholeOnPhone(page: Page): Promise<void> {
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await nothingLoads(page)
  // The page takes the shape of a phone a moment after the window has.
  await expect.poll(() => hiddenParts(page), 'on a phone').toEqual([])
  if (usual) await page.setViewportSize(usual)
}

/** One record's page, and each of its tabs. */
async function isDetailAccessible(page: Page, pattern: string): Promise<void> {
  const [record] = await ask<{ readonly id: string }>(`${records[pattern]} order by id limit 1`)
  expect(record, 'a record of the demo').toBeDefined()
  const path = pattern.replace(':id', record?.id ?? '')
  await open(page, path)
  await settled(page, path)
  const tabs = page.locator('main section[data-path]:visible').getByRole('tab')
  // Only what an assignment says stands on one page.
  if (pattern !== '/param/edit/:id') await expect(tabs.first()).toBeVisible()
  for (const tab of [null, ...(await tabs.all())]) {
    await tab?.click()
    await nothingLoads(page)
    const name = (await tab?.innerText()) ?? 'at first'
    expect(await violations(page, 'main'), name).toEqual([])
    expect(await hiddenParts(page), name).toEqual([])
  }
  await closeTab(page)
}

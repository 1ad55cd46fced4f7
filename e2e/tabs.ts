import { expect, type Page } from '@playwright/test'
import { open } from './people.ts'

/** The tab of an open page. */
export const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('tablist', { name: 'Open pages' }).getByRole('tab', { name })

/** Goes to an open page; until it is in front, what is pressed would be the other page's. */
export async function bringToFront(page: Page, name: string | RegExp): Promise<void> {
  await tab(page, name).click()
  const id = await tab(page, name).getAttribute('id')
  await expect(page.locator(`main section[aria-labelledby="${id}"]`)).toBeVisible()
}

/** Opens pages one after the other, each when the one before is in front. */
export async function openEach(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await open(page, path)
    const panel = page.locator('main section[data-path]:visible')
    await expect(panel).toHaveAttribute('data-path', path)
  }
}

/** Opens the terminals of the demo estate by their numbers, each in a tab of its own. */
export async function openTerminals(page: Page, count: number): Promise<string[]> {
  await open(page, '/device/list')
  const links = page.getByRole('cell').getByRole('link', { name: /^DEMO-/ })
  await expect(links.nth(count)).toBeVisible()
  const found = await links.evaluateAll((all) =>
    all.map((link) => [link.textContent, link.getAttribute('href') ?? '']),
  )
  const chosen = found.slice(0, count)
  for (const [name = '', href = ''] of chosen) {
    await openEach(page, [href.slice(1)])
    await expect(tab(page, name)).toBeVisible()
  }
  return chosen.map(([name = '']) => name)
}

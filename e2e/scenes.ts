import type { MenuItem } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import type { Page } from '@playwright/test'

/** Something to take a picture of. */
export interface Scene {
  readonly name: string
  readonly path: string
  /** What is pressed first; false: this page has nothing of the kind, and there is no picture. */
  readonly act?: (page: Page) => Promise<boolean>
}

/** What one sees without signing in. */
export const publicScenes = (): readonly Scene[] => [
  { name: 'sign-in', path: '/login' },
  { name: 'forgotten', path: '/forgotten' },
]

/** Every page of the menu, what opens from it, and what belongs to no page. */
export function menuScenes(answer: unknown, language: string): readonly Scene[] {
  const texts = shippedTexts[language] ?? {}
  const pages = pathsOf((answer as { readonly data: readonly MenuItem[] }).data).flatMap((path) => {
    const name = path.slice(1).replaceAll('/', '-')
    return [
      { name, path },
      { name: `${name}-detail`, path, act: openFirst },
      {
        name: `${name}-add`,
        path,
        act: pressIn(texts['kit.add'] ?? 'Add', texts['kit.invite'] ?? 'Invite'),
      },
    ]
  })
  return [
    ...pages,
    { name: 'personal-center', path: '/ucenter' },
    { name: '404', path: '/404' },
    { name: '403', path: '/403' },
    { name: 'search', path: '/workbench', act: pressTool(texts['tools.search']) },
    { name: 'notices', path: '/workbench', act: pressTool(texts['tools.notices']) },
    { name: 'theme', path: '/workbench', act: pressTool(texts['theme.title']) },
  ]
}

/** Pages that the menu shows, those with a parameter in their address left out. */
function pathsOf(menu: readonly MenuItem[], above = ''): readonly string[] {
  return menu.flatMap((item) => {
    const { frontPath, isShow, menuType, subSystemUserMenuVOS } = item
    if (isShow === 0) return []
    const path = frontPath.startsWith('/') ? frontPath : `${above}/${frontPath}`
    const below = pathsOf(subSystemUserMenuVOS, path)
    return menuType === 1 && !path.includes(':') ? [path, ...below] : below
  })
}

/** The record of the first row, where a list leads to one. */
async function openFirst(page: Page): Promise<boolean> {
  const link = page.locator('main section[data-path]:visible tbody a[href^="#/"]').first()
  if ((await link.count()) === 0) return false
  await link.click()
  await page.waitForTimeout(1_500)
  return true
}

const pressIn =
  (name: string, other: string) =>
  async (page: Page): Promise<boolean> => {
    const panel = page.locator('main section[data-path]:visible')
    const button = panel
      .getByRole('button', { name, exact: true })
      .or(panel.getByRole('button', { name: other, exact: true }))
      .first()
    if ((await button.count()) === 0) return false
    await button.click()
    await page.waitForTimeout(800)
    return true
  }

const pressTool =
  (name = '') =>
  async (page: Page): Promise<boolean> => {
    const button = page.locator('header').getByRole('button', { name }).first()
    if ((await button.count()) === 0) return false
    await button.click()
    await page.waitForTimeout(800)
    return true
  }

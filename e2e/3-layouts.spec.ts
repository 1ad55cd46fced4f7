import { expect, type Locator, type Page } from '@playwright/test'
import arabic from '../packages/contract/src/texts/ar-IQ/menu.json' with { type: 'json' }
import arabicFrame from '../packages/contract/src/texts/ar-IQ/frame.json' with { type: 'json' }
import english from '../packages/contract/src/texts/en/menu.json' with { type: 'json' }
import englishFrame from '../packages/contract/src/texts/en/frame.json' with { type: 'json' }
import { open, settled, sharedPage, signIn, test, url, watchForFaults } from './people.ts'
import { violations } from './walk.ts'

const layouts = ['vertical', 'horizontal', 'column', 'comprehensive', 'float', 'common'] as const
type Layout = (typeof layouts)[number]

/** How a group of each layout is opened, and where its pages then stand. */
const ways: Record<Layout, (page: Page, group: string) => Promise<Locator>> = {
  vertical: clickInMenu,
  common: clickInMenu,
  column: clickInMenu,
  comprehensive: clickInBar,
  horizontal: hoverInMenu,
  float: hoverInMenu,
}

const leftOut = new RegExp(`^(${englishFrame['frame.more']}|${arabicFrame['frame.more']})$`)

/** A bar that is too short keeps its last groups behind a button. */
async function clickInBar(page: Page, group: string): Promise<Locator> {
  const entry = page.getByRole('button', { name: group, exact: true })
  await expect(async () => {
    if (await entry.isVisible()) return entry.click({ timeout: 1000 })
    await page.getByRole('button', { name: leftOut }).click({ timeout: 1000 })
    await page.getByRole('menuitem', { name: group, exact: true }).click({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  return page.getByRole('link')
}

async function clickInMenu(page: Page, group: string): Promise<Locator> {
  await page.getByRole('button', { name: group, exact: true }).click()
  return page.getByRole('link')
}

/** What does not fit into the row stands behind its last button. */
async function hoverInMenu(page: Page, group: string): Promise<Locator> {
  const entry = page.getByRole('button', { name: group, exact: true })
  await expect(async () => {
    if (await entry.isVisible()) return entry.hover({ timeout: 1000 })
    await page.getByRole('button', { name: leftOut }).hover({ timeout: 1000 })
    await page.getByRole('menuitem', { name: group, exact: true }).hover({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  return page.getByRole('menuitem')
}

/** Makes the server answer a theme with another layout, as if the user had saved it. */
async function wear(page: Page, layout: Layout): Promise<void> {
  await change<object>(page, '**/user/v1/user/theme', (theme) => ({ ...theme, layout }))
  await page.reload()
  await expect(page.locator(`[data-layout=${layout}]`)).toBeVisible()
}

/** Lets a call answer with other data than the server gave. */
async function change<T>(page: Page, path: string, to: (data: T) => T): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const reply: { readonly data: T } = await response.json()
    await route.fulfill({ response, json: { ...reply, data: to(reply.data) } })
  })
}

for (const [language, texts, turn] of [
  ['en', english, 0],
  ['ar-IQ', arabic, 1],
] as const)
  test.describe(`each layout leads through the menu and is accessible, ${language}`, () => {
    const shared = sharedPage({ language })

    // The usual one in both; colours and texts of the others are looked at in both in 4-themes.
    for (const layout of layouts.filter((_, place) => place === 0 || place % 2 === turn))
      test(`${layout}, ${language}`, async () => {
        const page = shared()
        const faults = watchForFaults(page)
        await open(page, '/system/area')
        await wear(page, layout)
        const pages = await ways[layout](page, texts['menu.access'])
        await pages.and(page.locator('a[href="#/access/organization"]')).click()
        await settled(page, '/access/organization')
        await expect(page.getByRole('tabpanel')).toBeVisible()
        expect(await violations(page)).toEqual([])
        expect(faults).toEqual([])
      })
  })

test('a narrow window shows the vertical layout with a drawer, and loses nothing', async ({
  page,
}) => {
  await signIn(page, { at: '/system/area' })
  await wear(page, 'horizontal')
  const name = page.getByRole('tabpanel').getByRole('textbox').first()
  await name.fill('half typed')
  await page.setViewportSize({ width: 900, height: 800 })
  await expect(page.locator('[data-layout=vertical]')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Areas' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Areas' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Time zones' }).click()
  await expect(page).toHaveURL(/#\/system\/timezone/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.locator('[data-layout=horizontal]')).toBeVisible()
  await page.getByRole('tab', { name: 'Areas' }).click()
  await expect(name).toHaveValue('half typed')
})

test('the menu bar works by keyboard alone', async ({ page }) => {
  await signIn(page, { at: '/device/list' })
  await wear(page, 'horizontal')
  const estate = page.getByRole('button', { name: 'Estate', exact: true })
  // A key that is pressed while the page is still being put together may be lost.
  await expect(page.getByRole('link', { name: /^DEMO-/ }).first()).toBeVisible()
  await estate.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('menuitem', { name: 'Terminals' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Requests' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(estate).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Terminals' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/device\/apply/)
})

test('the menu leads out, into frames, and anew to where one is', async ({ page, context }) => {
  await context.route('https://*.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Out</title><p>Here we are</p>' }),
  )
  await addEntries(page)
  await signIn(page, { at: '/system/area' })
  const link = (name: string) => page.getByRole('link', { name, exact: true })

  const typed = page.getByRole('tabpanel').getByRole('textbox').first()
  await typed.fill('half typed')
  await link('Areas').click()
  await expect(typed).toHaveValue('')

  const [another] = await Promise.all([context.waitForEvent('page'), link('Manual').click()])
  expect(another.url()).toBe('https://manual.example/')
  await another.close()

  await link('Board').click()
  await expect(page.frameLocator('iframe').getByText('Here we are')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading the page' })).toHaveCount(0)
  await link('Stranger').click()
  await expect(page.getByRole('tabpanel')).toContainText('This page cannot be shown here')
  await expect(page.getByRole('link', { name: 'Open in a new window' })).toBeVisible()

  await page.getByRole('button', { name: 'Fold the menu' }).click()
  await page.getByRole('button', { name: 'Many' }).hover()
  const many = page.getByRole('menu', { name: 'Many' })
  await expect(many).toBeVisible()
  const { height = 0 } = (await many.boundingBox()) ?? {}
  expect(height).toBeLessThanOrEqual(900 * 0.6)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Unfold the menu' }).click()

  await link('Support').click()
  await expect(page).toHaveURL('https://support.example/')
})

test('the Dashboard has no padding, and no header in the column layout', async ({ page }) => {
  await signIn(page, { at: '/workbench' })
  await wear(page, 'column')
  const panel = page.locator('[id^=panel-]').filter({ visible: true })
  await expect(panel).toHaveCSS('padding', '0px')
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('tablist')).toHaveCount(0)
  for (const name of [/^Search/, /^Notices/, 'Language', /admin/i])
    await expect(page.getByRole('button', { name }).first()).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'System', exact: true }).click()
  await page.getByRole('link', { name: 'Areas' }).click()
  await expect(panel).toHaveCSS('padding-top', '20px')
  await expect(page.getByRole('banner')).toBeVisible()
})

test('a chart is drawn under the policy, follows the theme, is read by keys and saved', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await change<object>(page, '**/stat/v1/workbench/trend*', () => ({
    grain: 'HOUR',
    points: [3, 4, 9].map((online, hour) => ({ at: `2026-11-22T0${hour}:00:00.000Z`, online })),
  }))
  await signIn(page, { at: '/workbench' })
  const card = page.getByRole('region', { name: 'Terminals online' })
  const curve = card.getByRole('slider')
  const canvas = curve.locator('canvas')
  const drawn = () => canvas.evaluate((one: HTMLCanvasElement) => one.toDataURL())
  await expect(canvas).toBeVisible()
  const light = await drawn()
  await curve.press('Home')
  await expect(curve).toHaveAttribute('aria-valuetext', /: 3$/)
  await expect.poll(drawn).not.toBe(light)
  const read = await drawn()
  await curve.blur()
  await expect.poll(drawn).not.toBe(read)
  await expect.poll(drawn).toBe(light)
  const paint = (scheme: string) =>
    page.evaluate((one) => (document.documentElement.dataset['mantineColorScheme'] = one), scheme)
  await paint('dark')
  await expect.poll(drawn).not.toBe(light)
  await paint('light')
  await expect.poll(drawn).toBe(light)
  await card.getByRole('button', { name: 'More: Terminals online' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save picture (PNG)' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^online-.*\.png$/)
  expect(faults).toEqual([])
})

test('a page that is kept from a user is 403 inside the frame, and names the permission', async ({
  page,
}) => {
  await change<readonly object[]>(page, '**/user/v1/menu/list', (menu) =>
    menu.filter((item) => !JSON.stringify(item).includes('/system/area')),
  )
  await signIn(page, { at: '/system/area' })
  await expect(page).toHaveURL(/#\/403\?permission=AREA_LIST$/)
  const main = page.getByRole('main')
  await expect(main).toContainText('Missing permission: AREA_LIST')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
})

test('an unknown address offers home and the search', async ({ page }) => {
  await signIn(page, { at: '/nowhere' })
  await expect(page).toHaveURL(/#\/404$/)
  await page.getByRole('button', { name: 'Search for a page or a record' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Back to the start page' }).click()
  await expect(page.getByRole('tabpanel')).toBeVisible()
})

test('a long page offers the way back to its top, and takes a loose header with it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 200 })
  await change<object>(page, '**/user/v1/user/theme', (theme) => ({ ...theme, fixedHeader: false }))
  await signIn(page, { at: '/system/timezone' })
  const bar = page.getByRole('banner')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const foot = page.getByText('Copyright 2015-').filter({ visible: true })
  await expect(foot).not.toBeInViewport()
  await foot.scrollIntoViewIfNeeded()
  await expect(bar).not.toBeInViewport()
  await page.getByRole('button', { name: 'Back to top' }).click()
  await expect(bar).toBeInViewport()
})

test('a browser that is too old is told so', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
  await page.goto(url())
  await expect(page.getByText('Your browser is too old for this console')).toBeVisible()
})

/** Grants entries that the shipped menu does not have, and lets the page embed one of them. */
async function addEntries(page: Page): Promise<void> {
  await page.route(`${url()}/`, async (route) => {
    const response = await route.fetch()
    const policy = response.headers()['content-security-policy'] ?? ''
    const wider = policy.replace('frame-src', 'frame-src https://board.example')
    const headers = { ...response.headers(), 'content-security-policy': wider }
    await route.fulfill({ response, headers })
  })
  await change<readonly object[]>(page, '**/user/v1/menu/list', (menu) => [...menu, ...more(menu)])
  await change<{ permissions: readonly object[] }>(page, '**/user/v1/user/info', (user) => ({
    ...user,
    permissions: [...user.permissions, ...more(user.permissions)],
  }))
  await page.route('**/v1/menu/frame?*', (route) =>
    route.fulfill({
      json: { code: 200, msg: '', data: { embeds: route.request().url().endsWith('Board') } },
    }),
  )
}

/** A link, one for a new window, two embedded pages and a group of 19. */
function more([group]: readonly object[]): readonly object[] {
  const item = (menuName: string, more: object) => ({
    ...group,
    id: menuName,
    menuName,
    frontName: menuName,
    frontPath: `/${menuName}`,
    subSystemUserMenuVOS: [],
    ...more,
  })
  const pages = Array.from({ length: 19 }, (_, n) =>
    item(`Page ${n}`, { menuType: 1, frontComponent: 'AREA' }),
  )
  return [
    item('Support', { menuType: 3, frontPath: 'https://support.example/' }),
    item('Manual', { menuType: 3, frontPath: 'https://manual.example/', target: '_blank' }),
    item('Board', { menuType: 4, iframeUrl: 'https://board.example/' }),
    item('Stranger', { menuType: 4, iframeUrl: 'https://stranger.example/' }),
    item('Many', { subSystemUserMenuVOS: pages }),
  ]
}

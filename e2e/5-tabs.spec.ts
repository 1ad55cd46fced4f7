import { expect, type Locator, type Page } from '@playwright/test'
import { open, password, settled, signIn, test, watchForFaults } from './people.ts'

const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('tablist', { name: 'Open pages' }).getByRole('tab', { name })
const tabNames = (page: Page) =>
  page.getByRole('tablist', { name: 'Open pages' }).getByRole('tab').allInnerTexts()
const front = (page: Page) => page.locator('main section[data-path]:visible')

/** Opens pages one after the other, each when the one before is in front. */
async function openEach(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await open(page, path)
    const panel = page.locator('main section[data-path]:visible')
    await expect(panel).toHaveAttribute('data-path', path)
  }
}

/** Opens the terminals of the demo estate by their numbers, each in a tab of its own. */
async function openTerminals(page: Page, count: number): Promise<string[]> {
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

async function choose(page: Page, on: Locator, action: string): Promise<void> {
  await on.click({ button: 'right' })
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function writeMessage(page: Page, text: string): Promise<void> {
  await front(page).getByRole('button', { name: 'Message' }).click()
  await front(page).getByRole('dialog').getByRole('textbox').first().fill(text)
}

const written = (page: Page) => front(page).getByRole('dialog').getByRole('textbox').first()

test('two terminals of one screen keep what is typed apart; a refresh touches one', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await signIn(page)
  const [first = '', second = ''] = await openTerminals(page, 2)
  await tab(page, first).click()
  await writeMessage(page, 'to the first')
  await tab(page, second).click()
  await writeMessage(page, 'to the second')
  await tab(page, first).click()
  await expect(written(page)).toHaveValue('to the first')
  await expect(tab(page, /unsaved/)).toHaveCount(2)

  await choose(page, tab(page, second), 'Refresh')
  await page.getByRole('button', { name: 'Close anyway' }).click()
  await expect(tab(page, /unsaved/)).toHaveCount(1)
  await expect(written(page)).toHaveValue('to the first')
  await tab(page, second).click()
  await expect(front(page).getByRole('heading', { name: second })).toBeVisible()
  await expect(front(page).getByRole('dialog')).toHaveCount(0)

  // Whoever says no keeps the tab and what is in it.
  await choose(page, tab(page, first), 'Close')
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await tab(page, first).click()
  await expect(written(page)).toHaveValue('to the first')
  expect(faults).toEqual([])
})

const refreshes: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the toolbar': (page) => page.getByRole('button', { name: 'Refresh', exact: true }).click(),
  'the menu of its tab': (page) => choose(page, tab(page, 'Terminals'), 'Refresh'),
  'a click on its path in the menu': (page) =>
    page.getByRole('link', { name: 'Terminals', exact: true }).click(),
  'Alt R': (page) => page.keyboard.press('Alt+r'),
}

test('a refresh reads the page again from the server, each way', async ({ page }) => {
  await signIn(page)
  const reads = ['/device/v1/device/page', '/device/v1/device/count', '/user/v1/view/list']
  const asked: string[] = []
  await open(page, '/device/list')
  await expect(
    front(page)
      .getByRole('link', { name: /^DEMO-/ })
      .first(),
  ).toBeVisible()
  await settled(page, '/device/list')
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const [way, refresh] of Object.entries(refreshes))
    await test.step(way, async () => {
      asked.length = 0
      await refresh(page)
      for (const path of reads)
        await expect.poll(() => asked.filter((one) => one.endsWith(path)).length).toBeGreaterThan(0)
    })
})

test('a list comes back as it was left: scrolled, filtered and selected', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await signIn(page)
  // A filter whose rows stay where they are while terminals come and go.
  await open(page, '/device/list?lifecycle=ACTIVE')
  const chosen = front(page).getByRole('checkbox').nth(3)
  await chosen.check()
  const scroller = page.locator('main section[data-path]:visible').locator('..')
  await scroller.evaluate((element) => element.scrollTo(0, 100))
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(100)
  await open(page, '/system/area')
  await expect(tab(page, 'Areas')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Terminals').click()
  await expect(page).toHaveURL(/lifecycle=ACTIVE/)
  await expect(chosen).toBeChecked()
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(100)
})

test('tabs are closed around one, by menu, middle button and keys', async ({ page }) => {
  await signIn(page)
  await openEach(page, ['/device/list', '/device/model', '/system/area', '/vendor/list'])
  await expect(tab(page, 'Vendors')).toHaveAttribute('aria-selected', 'true')

  // On the first, nothing is to its left, and it cannot be closed itself.
  await tab(page, 'Workbench').click({ button: 'right' })
  for (const name of ['Close', 'Close left', 'Move left'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')

  // The neighbour to the right comes to the front, else the one to the left.
  await tab(page, 'Areas').click()
  await tab(page, 'Areas').click({ button: 'middle' })
  await expect(tab(page, 'Vendors')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Vendors').press('Delete')
  await expect(tab(page, 'Models')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Models').press('Home')
  await expect(tab(page, 'Workbench')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Terminals')).toBeFocused()
  await page.getByRole('button', { name: 'More for this page' }).click()
  await page.getByRole('menuitem', { name: 'Close all' }).click()
  await expect.poll(() => tabNames(page)).toEqual(['Workbench'])
})

for (const language of ['en', 'ar-IQ'] as const)
  test(`tabs are sorted by dragging and by keys, ${language}`, async ({ page }) => {
    await signIn(page, language)
    const order = () =>
      page.locator('header [role=tab]').evaluateAll((all) => all.map((one) => one.id))
    await openEach(page, ['/device/model', '/system/area'])
    await expect.poll(order).toHaveLength(3)
    const [first = '', second = '', third = ''] = await order()
    await drag(page, page.locator(`[id="${first}"]`), page.locator(`[id="${third}"]`))
    await expect.poll(order).toEqual([second, third, first])
    // Towards the beginning: to the left, in Arabic to the right.
    const arrow = language === 'en' ? 'ArrowLeft' : 'ArrowRight'
    await page.locator(`[id="${first}"]`).press(`Control+Shift+${arrow}`)
    await expect.poll(order).toEqual([second, first, third])
  })

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('a tab is not on screen')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  const isRight = end.x > start.x
  const at = isRight ? end.x + end.width - 4 : end.x + 4
  await page.mouse.move(at, end.y + end.height / 2, { steps: 20 })
  await page.mouse.up()
}

test('tabs survive a reload and end with the session', async ({ page }) => {
  await signIn(page)
  await openEach(page, ['/device/list', '/device/model', '/system/area'])
  await expect.poll(() => tabNames(page)).toEqual(['Workbench', 'Terminals', 'Models', 'Areas'])
  await page.reload()
  await expect.poll(() => tabNames(page)).toEqual(['Workbench', 'Terminals', 'Models', 'Areas'])
  await expect(tab(page, 'Areas')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'admin' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
  await expect.poll(() => tabNames(page)).toHaveLength(1)
})

test('at most 20 pages live, and 200 more leave the memory as it was', async ({ page }) => {
  await signIn(page)
  await openTerminals(page, 18)
  await openEach(page, ['/device/model', '/system/area', '/vendor/list'])
  await expect(page.locator('header [role=tab]')).toHaveCount(23)
  await expect(page.locator('main section[data-path]')).toHaveCount(20)
  await page.getByRole('button', { name: 'More for this page' }).click()
  await page.getByRole('menuitem', { name: 'Close all' }).click()
  await openEach(page, ['/device/list'])
  await expect(
    page
      .getByRole('cell')
      .getByRole('link', { name: /^DEMO-/ })
      .nth(4),
  ).toBeVisible()

  const hashes = ['/device/model', '/system/area', '/vendor/list', '/device/category']
  const terminals = await page
    .getByRole('cell')
    .getByRole('link', { name: /^DEMO-/ })
    .evaluateAll((all) => all.slice(0, 4).map((link) => link.getAttribute('href')?.slice(1) ?? ''))
  await openAndClose(page, [...hashes, ...terminals], 40)
  const before = await heap(page)
  const took = await openAndClose(page, [...hashes, ...terminals], 200)
  const after = await heap(page)
  const growth = (100 * (after - before)) / before
  console.log(
    `heap ${mega(before)} → ${mega(after)} MB (${growth.toFixed(1)} %), 200 cycles of ${took.toFixed(0)} ms`,
  )
  expect(growth).toBeLessThan(10)
})

const mega = (bytes: number) => (bytes / 1e6).toFixed(1)

/** Opens pages in turn by their address and closes each by its key; answers the milliseconds of one turn. */
function openAndClose(page: Page, paths: readonly string[], cycles: number): Promise<number> {
  return page.evaluate(
    async ({ paths, cycles }) => {
      const until = async (holds: () => boolean) => {
        while (!holds()) await new Promise((resolve) => setTimeout(resolve, 4))
      }
      const active = () =>
        document.querySelector<HTMLElement>('header [role=tab][aria-selected=true]')
      const home = active()?.id
      const started = performance.now()
      for (let cycle = 0; cycle < cycles; cycle++) {
        location.hash = `#${paths[cycle % paths.length]}`
        await until(() => active()?.id !== home)
        await until(() => {
          const panel = document.getElementById(active()?.getAttribute('aria-controls') ?? '')
          return panel?.querySelector('td, dl, [role=tabpanel]') != null
        })
        active()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }))
        await until(() => active()?.id === home)
      }
      return (performance.now() - started) / cycles
    },
    { paths, cycles },
  )
}

/**
 * Bytes that stay after a collection, the DOM's among them. What the browser compiles of code that
 * runs often is no part of it: that grows with the number of turns, whatever they do.
 */
async function heap(page: Page): Promise<number> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('HeapProfiler.enable')
  // What timers still hold of the last page is free a moment later.
  for (let round = 0; round < 3; round++) {
    await page.waitForTimeout(500)
    await tools.send('HeapProfiler.collectGarbage')
  }
  const parts: string[] = []
  tools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
  await tools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await tools.detach()
  const snapshot: Snapshot = JSON.parse(parts.join(''))
  return bytesOf(snapshot)
}

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[]]
    }
  }
  readonly nodes: readonly number[]
}

function bytesOf({ snapshot: { meta }, nodes }: Snapshot): number {
  const width = meta.node_fields.length
  const size = meta.node_fields.indexOf('self_size')
  const code = meta.node_types[0].indexOf('code')
  let bytes = 0
  for (let at = 0; at < nodes.length; at += width)
    if (nodes[at] !== code) bytes += nodes[at + size] ?? 0
  return bytes
}

import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { consoleFolder, open, signIn, test, url } from './people.ts'

const builds = mkdtempSync(join(tmpdir(), 'muster-builds-'))
const first = join(builds, 'first')
const second = join(builds, 'second')

test.beforeAll(() => {
  cpSync(consoleFolder(), first, { recursive: true })
  makeSecond()
})

/**
 * What another build of the same sources would be: every part of it has another address. Parts name
 * each other by where they stand beside each other; only the page and its worker name the folder.
 */
function makeSecond(): void {
  cpSync(first, second, { recursive: true, filter: (path) => path !== join(first, 'assets') })
  cpSync(join(first, 'assets'), join(second, 'assets', 'second'), { recursive: true })
  for (const name of ['index.html', 'sw.js']) {
    const text = readFileSync(join(first, name), 'utf8')
    const next = text
      .replaceAll('assets/', 'assets/second/')
      .replace(/version = "[^"]*"/, 'version = "second"')
    expect(next).not.toBe(text)
    writeFileSync(join(second, name), next)
    for (const packed of ['br', 'gz']) rmSync(join(second, `${name}.${packed}`), { force: true })
  }
}

test.afterAll(() => {
  serve(first)
  rmSync(builds, { recursive: true, force: true })
})

/**
 * Puts a build in the place of what is served, as an operator does who upgrades: first what is new,
 * then without what is old, so that a page which loads itself meanwhile finds one of the two.
 */
function serve(build: string): void {
  cpSync(build, consoleFolder(), { recursive: true })
  for (const name of readdirSync(consoleFolder(), { recursive: true, encoding: 'utf8' }))
    if (!existsSync(join(build, name)))
      rmSync(join(consoleFolder(), name), { recursive: true, force: true })
}

const isSecond = (page: Page) => page.locator('script[type=module][src*="assets/second/"]')
const tabNames = (page: Page) => page.locator('header [role=tab]').allInnerTexts()
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())

test.describe('installed', () => {
  test.use({ serviceWorkers: 'allow' })
  // All files of the console are fetched, twice: a busy machine takes minutes.
  test.describe.configure({ timeout: 600_000 })
  const fetched = { timeout: 240_000 }

  /** Signs in and waits until the console's files are kept and used. */
  async function install(page: Page): Promise<void> {
    await signIn(page)
    await page.evaluate(async () => navigator.serviceWorker.ready)
    await page.reload()
    await expect(page.locator('header [role=tab]').first()).toBeVisible()
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    // The console begins to follow updates three seconds after its page.
    await page.waitForTimeout(4000)
  }

  test('starts from its own files and keeps nothing of the server', async ({ page }) => {
    await install(page)
    for (const path of ['/device/list', '/system/area', '/vendor/list']) {
      await open(page, path)
      await page.waitForLoadState('networkidle')
    }
    await page.reload()
    await expect(page.locator('header [role=tab]').first()).toBeVisible()
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((entry) =>
          entry instanceof PerformanceResourceTiming && /\.(?:js|css)$/.test(entry.name)
            ? [entry.transferSize]
            : [],
        ),
    )
    expect(scripts.length).toBeGreaterThan(3)
    expect(Math.max(...scripts)).toBe(0)
    const kept = await page.evaluate(async () => {
      const caught = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
      return (await Promise.all(caught)).flat().map((request) => new URL(request.url).pathname)
    })
    expect(kept).toContain('/index.html')
    expect(kept.filter((path) => path.startsWith('/admin'))).toEqual([])
    const manifest = await (await page.request.get(`${url()}/manifest.webmanifest`)).text()
    const icons = [...manifest.matchAll(/"src": "([^"]+)"/g)].map(([, src = '']) => src)
    expect(icons).toHaveLength(4)
    for (const src of icons)
      expect((await page.request.get(`${url()}/${src}`)).ok(), src).toBe(true)
  })

  test('a new version is announced and taken up ten seconds later, tabs and all', async ({
    page,
  }) => {
    await install(page)
    await open(page, '/system/area')
    await expect.poll(() => tabNames(page)).toHaveLength(2)
    const before = await tabNames(page)
    serve(second)
    await lookForUpdate(page)
    await expect(page.getByText('A new version is being downloaded')).toBeVisible()
    await expect(page.getByText('The new version is ready. This page reloads')).toBeVisible(fetched)
    const readyAt = Date.now()
    await expect(isSecond(page)).toHaveCount(1)
    // Ten seconds, less what it took to see the announcement.
    expect(Date.now() - readyAt).toBeGreaterThan(5000)
    await expect.poll(() => tabNames(page)).toEqual(before)
  })

  test('a new version waits for unsaved work', async ({ page }) => {
    serve(first)
    await install(page)
    await open(page, '/system/area')
    await page.getByRole('button', { name: 'Add' }).click()
    const field = page.getByRole('dialog').getByRole('textbox').first()
    await field.fill('half an area')
    serve(second)
    await lookForUpdate(page)
    await expect(page.getByText('It waits because you have unsaved work')).toBeVisible(fetched)
    await page.waitForTimeout(11_000)
    await expect(field).toHaveValue('half an area')
    await expect(isSecond(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Reload now' }).click()
    await page.getByRole('button', { name: 'Close anyway' }).click()
    await expect(isSecond(page)).toHaveCount(1)
  })
})

test('a part that a new version replaced loads the page anew, once, with its tabs', async ({
  page,
}) => {
  serve(first)
  await signIn(page)
  await open(page, '/device/list')
  await expect.poll(() => tabNames(page)).toContain('Terminals')
  await open(page, '/system/area')
  await expect.poll(() => tabNames(page)).toEqual(['Workbench', 'Terminals', 'Areas'])
  serve(second)
  await open(page, '/vendor/list')
  await expect(isSecond(page)).toHaveCount(1)
  await expect.poll(() => tabNames(page)).toEqual(['Workbench', 'Terminals', 'Areas', 'Vendors'])
  await expect(page.getByRole('cell', { name: 'Cedar Devices' }).first()).toBeVisible()

  // A part that is missing from this version too is no reason to load for ever.
  const assets = join(consoleFolder(), 'assets', 'second')
  for (const name of readdirSync(assets))
    if (name.startsWith('OrganizationScreen-')) rmSync(join(assets, name))
  const loadedAnew = page.waitForEvent('load')
  await open(page, '/access/organization')
  await loadedAnew
  await expect(page.getByText('This page has stopped working')).toBeVisible()
  await page.waitForTimeout(2000)
  serve(second)
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await expect(page.getByRole('cell', { name: 'Tigris Bank' }).first()).toBeVisible()
})

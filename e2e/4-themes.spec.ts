import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { addColleague } from './database.ts'
import { open, sharedPage, signIn, test, url, watchForFaults } from './people.ts'
import { violations } from './walk.ts'

/** Somebody of each run's own: what he saves is worn by nobody who looks at the same time. */
const userName = `themes${process.pid}`

const hues = ['blue', 'green', 'purple', 'red']
const themes = [...hues.flatMap((hue) => [`${hue}-white`, `${hue}-black`]), 'ocean', 'background']
/** Colours do not depend on the language: mirrored, a light theme and a dark one tell enough. */
const mirrored = ['blue-white', 'red-black']
const layouts = ['vertical', 'horizontal', 'column', 'comprehensive', 'float', 'common']

const drawer = (page: Page) => page.getByRole('dialog')
const theme = (page: Page) => page.locator('html').getAttribute('data-theme')

async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Theme|المظهر)$/ }).click()
  await expect(drawer(page)).toBeVisible()
}

const choose = (page: Page, setting: string, index: number) =>
  drawer(page).locator(`input[name=${setting}]`).nth(index).check()

async function save(page: Page): Promise<void> {
  await drawer(page)
    .getByRole('button', { name: /^(Save|حفظ)$/ })
    .click()
  await expect(drawer(page)).toBeHidden()
}

test.beforeAll(() => addColleague(userName))

test('a theme is tried out, saved, there before the first paint, and reset', async ({
  page,
  browser,
}) => {
  const faults = watchForFaults(page)
  await signIn(page, { userName })
  await openDrawer(page)
  expect((await drawer(page).locator('> div').boundingBox())?.width).toBe(285)
  await choose(page, 'themeName', themes.indexOf('red-black'))
  expect(await theme(page)).toBe('red-black')
  await page.keyboard.press('Escape')
  await expect.poll(() => theme(page)).toBe('blue-white')

  await openDrawer(page)
  await drawer(page).getByRole('button', { name: 'Random theme' }).click()
  expect(await theme(page)).not.toBe('blue-white')
  await choose(page, 'themeName', themes.indexOf('red-black'))
  await choose(page, 'colorScheme', 1)
  const fading = () =>
    page.getByRole('tabpanel').evaluate((panel) => getComputedStyle(panel).animationName)
  expect(await fading()).not.toBe('none')
  await drawer(page).getByRole('switch', { name: 'Page transition' }).uncheck()
  expect(await fading()).toBe('none')
  await save(page)

  // Nothing but the document and boot.js: what the very first frame is painted with.
  const early = await page.context().newPage()
  await early.route(/assets\/.*\.js/, (route) => route.abort())
  await early.goto(url())
  await expect(early.locator('html')).toHaveAttribute('data-theme', 'red-black')
  await expect(early.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await early.close()

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, { userName })
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'red-black')
  await elsewhere.close()

  await openDrawer(page)
  await drawer(page).getByRole('button', { name: 'Default' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'blue-white')
  expect(faults).toEqual([])
})

interface Finding {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly target: unknown }[]
}

/**
 * Contrast and target sizes by axe, which an earlier run has brought into the page.
 * @param leftOut where not to look, by a selector
 */
const lookAgain = (page: Page, leftOut: readonly string[]): Promise<string[]> =>
  page.evaluate(async (exclude) => {
    const { axe } = window as unknown as {
      axe: { run: (where: object, how: object) => Promise<{ violations: Finding[] }> }
    }
    const how = { runOnly: ['color-contrast', 'target-size'], resultTypes: ['violations'] }
    const { violations } = await axe.run({ exclude }, how)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, leftOut)

for (const language of ['en', 'ar-IQ'] as const)
  test.describe(`every theme reads well, light and dark, in ${language}`, () => {
    const shared = sharedPage({ language, userName })

    for (const [index, layout] of layouts.entries())
      test(layout, async () => {
        const page = shared()
        // One row: what differs by theme and layout is the frame, and each kind of cell once.
        await open(page, '/device/list?keyword=DEMO-000001')
        await expect(page.getByRole('cell').first()).toBeVisible()
        await openDrawer(page)
        await choose(page, 'layout', index)
        await save(page)
        await expect(page.locator(`[data-layout=${layout}]`)).toBeVisible()
        await new AxeBuilder({ page }).setLegacyMode().withRules(['html-has-lang']).analyze()
        // A layout changes what stands around a page, and nothing of the page.
        const leftOut = index === 0 ? [] : ['main section[data-path]']
        const poor: string[] = []
        for (const name of language === 'en' ? themes : mirrored)
          for (const scheme of ['light', 'dark']) {
            await wear(page, name, scheme)
            const found = await lookAgain(page, leftOut)
            poor.push(...found.map((text) => `${name} ${scheme}: ${text}`))
          }
        expect(poor).toEqual([])
      })

    test('the drawer itself, and back to the default', async () => {
      const page = shared()
      await openDrawer(page)
      await choose(page, 'themeName', themes.indexOf('green-black'))
      expect(await violations(page)).toEqual([])
      await drawer(page)
        .getByRole('button', { name: /^(Default|الافتراضي)$/ })
        .click()
      await expect(drawer(page)).toBeHidden()
    })
  })

/** Puts on a theme without saving it: many of them are looked at. */
async function wear(page: Page, ...[name, scheme]: string[]): Promise<void> {
  await page.evaluate(
    ([nameNow = '', schemeNow = '']) => {
      const { dataset } = document.documentElement
      dataset['theme'] = nameNow
      dataset['mantineColorScheme'] = schemeNow
    },
    [name ?? '', scheme ?? ''],
  )
}

// Takes pictures of the console; `npm run pictures` starts it (scripts/pictures.mjs says with what words).
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startEstate } from './estate.ts'
import { closeTab, nothingLoads, oneTimePassword, password, signIn, url } from './people.ts'
import { publicScenes, menuScenes, type Scene } from './scenes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    size: { type: 'string', multiple: true, default: [] },
    scheme: { type: 'string', multiple: true, default: [] },
    language: { type: 'string', multiple: true, default: [] },
    layout: { type: 'string' },
    column: { type: 'string' },
    theme: { type: 'string' },
    url: { type: 'string' },
    password: { type: 'string', default: password },
    docs: { type: 'boolean', default: false },
  },
})

const heights = new Map([
  [390, 844],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
])
const usual = ['390', '1440', '1920']
const schemes = ['light', 'dark'] as const
const languages = ['en', 'ar-IQ'] as const
const chosen = <T extends string>(all: readonly T[], wanted: readonly string[]): readonly T[] =>
  wanted.length === 0 ? all : all.filter((one) => wanted.some((part) => one.startsWith(part)))

/** The pictures of the documentation: file, and the scene, language, scheme and width of each. */
const inDocs: Readonly<Record<string, string>> = {
  workbench: 'workbench en light 1440',
  'workbench-dark': 'workbench en dark 1440',
  'device-list': 'device-list en light 1440',
  'device-list-dark': 'device-list en dark 1440',
  'device-list-arabic': 'device-list ar-IQ light 1440',
  'device-list-phone': 'device-list en light 390',
  terminal: 'device-list-detail en light 1440',
  'terminal-arabic': 'device-list-detail ar-IQ dark 1440',
  'sign-in': 'sign-in en light 1440',
  theme: 'theme en light 1440',
  search: 'search en light 1440',
  roles: 'access-role en light 1440',
}

const estate = values.url
  ? { whereabouts: { MUSTER_E2E_URL: values.url.replace(/\/$/, '') }, end: async () => undefined }
  : await startEstate()
Object.assign(process.env, estate.whereabouts)
const executablePath = process.env['CHROMIUM_PATH']
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
let taken = 0
const failed: string[] = []
try {
  if (!values.url) await setPassword(browser)
  for (const language of chosen(languages, values.language))
    for (const scheme of chosen(schemes, values.scheme)) await takeAll(language, scheme)
} finally {
  await browser.close()
  await estate.end()
}
for (const text of failed) console.error(text)
console.log(`${taken} pictures taken, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0

/** The first start asks for a password of one's own before anything else. */
async function setPassword(window: Browser): Promise<void> {
  const page = await window.newPage()
  await page.goto(url())
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill(oneTimePassword())
  await page.keyboard.press('Enter')
  const fields = page.locator('input[autocomplete=new-password]')
  await fields.nth(1).waitFor()
  for (const field of await fields.all()) await field.fill(values.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((now) => !now.hash.includes('ucenter'))
  // Terminals come and go for a while, so that not all of them look the same.
  await page.waitForTimeout(values.docs ? 120_000 : 20_000)
  await page.close()
}

async function takeAll(language: 'en' | 'ar-IQ', scheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    colorScheme: scheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const look = `${language} ${scheme}`
  await wear(page)
  await page.addInitScript((code) => localStorage.setItem('language', code), language)
  for (const scene of publicScenes()) await takeSizes(page, scene, look)
  const menu = page.waitForResponse((answer) => answer.url().includes('/user/v1/menu/list'))
  await signIn(page, { language, secret: values.password })
  // The greeting goes away by itself.
  await page.waitForTimeout(11_000)
  for (const scene of menuScenes(await (await menu).json(), language))
    await takeSizes(page, scene, look)
  await context.close()
}

/** The user's own settings stay as they are; these pictures show others. */
async function wear(page: Page): Promise<void> {
  const { layout, column, theme } = values
  if (!layout && !column && !theme) return
  await page.route('**/admin/user/v1/user/theme', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { readonly data: object }
    const worn = {
      ...(layout && { layout }),
      ...(column && { columnStyle: column }),
      ...(theme && { themeName: theme }),
    }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...worn } } })
  })
}

async function takeSizes(page: Page, scene: Scene, look: string): Promise<void> {
  for (const width of chosen(
    [...heights.keys()].map(String),
    values.size.length > 0 ? values.size : usual,
  )) {
    const file = fileOf(scene, look, width)
    if (file)
      await take(page, scene, { width: Number(width), file }).catch(noteFailure(scene, look))
  }
}

/** Where a picture goes; null: it is not wanted. */
function fileOf(scene: Scene, look: string, width: string): string | null {
  if (values.docs) {
    const [name] =
      Object.entries(inDocs).find(([, of]) => of === `${scene.name} ${look} ${width}`) ?? []
    return name ? join(root, 'docs', 'pictures', `${name}.png`) : null
  }
  const isWanted = values.only.length === 0 || values.only.some((part) => scene.name.includes(part))
  return isWanted
    ? join(root, 'pictures', look.replace(' ', '-'), `${scene.name}-${width}.png`)
    : null
}

function noteFailure(scene: Scene, look: string): (error: unknown) => void {
  return (error) => void failed.push(`${scene.name} (${look}): ${String(error).split('\n')[0]}`)
}

interface Shot {
  readonly width: number
  readonly file: string
}

async function take(page: Page, scene: Scene, { width, file }: Shot): Promise<void> {
  await page.setViewportSize({ width, height: heights.get(width) ?? 900 })
  await page.goto(`${url()}/#${scene.path}`)
  await page.waitForTimeout(150)
  await nothingLoads(page)
  if (scene.act && !(await scene.act(page))) return closeTab(page)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(400)
  mkdirSync(dirname(file), { recursive: true })
  await page.screenshot({ path: file })
  taken += 1
  if (scene.act) await page.keyboard.press('Escape')
  await closeTab(page)
}

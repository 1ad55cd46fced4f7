import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'

const mark = 'content policy broken:'

/**
 * The test function of every browser test, at the estate of its project: fails the test at its end
 * when any page of it broke the content security policy or Trusted Types, whatever else it looks at.
 * What a failed test had on its screens is told: whoever reads a log has no pictures.
 */
export const test = base.extend<
  { policyKept: undefined; told: undefined },
  { atEstate: undefined }
>({
  atEstate: [
    async ({ browserName: _ }, use, { project }) => {
      const kind = project.name.replace(/ ends$/, '')
      const answer = await fetch(`${process.env['MUSTER_E2E_ESTATES']}/${kind}`)
      if (!answer.ok) throw new Error(await answer.text())
      Object.assign(process.env, await answer.json())
      await use(undefined)
    },
    { auto: true, scope: 'worker' },
  ],
  policyKept: [
    async ({ context }, use) => {
      const broken = await watchPolicy(context)
      await use(undefined)
      expect(broken, 'violations of the content security policy').toEqual([])
    },
    { auto: true },
  ],
  told: [
    async ({ browser }, use, info) => {
      await use(undefined)
      if (info.status === info.expectedStatus) return
      for (const page of browser.contexts().flatMap((context) => context.pages()))
        console.log(page.url(), (await page.locator('body').innerText()).slice(0, 2_000))
    },
    { auto: true },
  ],
})

/** What the pages of a context break of the content security policy, as it happens. */
async function watchPolicy(context: BrowserContext): Promise<readonly string[]> {
  const broken: string[] = []
  context.on('console', (message) => {
    if (message.text().startsWith(mark)) broken.push(message.text())
  })
  await context.addInitScript((start) => {
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, sample } = event
      console.error(start, effectiveDirective, blockedURI, sourceFile, sample)
    })
  }, mark)
  return broken
}

interface Look {
  readonly language: 'en' | 'ar-IQ'
  /** The administrator, if nothing else is said. */
  readonly userName?: string
  readonly colorScheme?: 'light' | 'dark'
}

/**
 * One signed-in page for all tests of a group, so that many short tests need one sign-in. Answers
 * how to get it; the policy is proved when the group ends.
 */
export function sharedPage({ colorScheme = 'light', ...who }: Look): () => Page {
  let page: Page | null = null
  let broken: readonly string[] = []
  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext({ colorScheme })
    broken = await watchPolicy(context)
    page = await context.newPage()
    await signIn(page, who)
  })
  test.afterAll(async () => {
    await page?.context().close()
    expect(broken, 'violations of the content security policy').toEqual([])
  })
  return () => {
    if (!page) throw new Error('the page is there once the group has begun')
    return page
  }
}

export const url = (): string => process.env['MUSTER_E2E_URL'] ?? ''
/** The folder that the console is served from. */
export const consoleFolder = (): string => process.env['MUSTER_E2E_CONSOLE'] ?? ''
export const oneTimePassword = (): string => process.env['MUSTER_E2E_PASSWORD'] ?? ''
/** What the administrator chooses at the first sign-in. */
export const password = 'terminals by the river'

/** Who signs in: the administrator, if nothing else is said; and the screen that he comes to. */
interface SigningIn {
  readonly language?: 'en' | 'ar-IQ'
  readonly userName?: string
  readonly secret?: string
  readonly at?: string
}

/** Opens the console at a screen and signs in there. */
export async function signIn(page: Page, how: SigningIn = {}): Promise<void> {
  const { language = 'en', userName = 'admin', secret = password, at = '/' } = how
  // A frame without an origin has no storage.
  await page.addInitScript((code) => {
    if (self.origin !== 'null') localStorage.setItem('language', code)
  }, language)
  await page.goto(`${url()}/#${at}`)
  await page.locator('input[autocomplete=username]').fill(userName)
  await page.locator('input[autocomplete=current-password]').fill(secret)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

/** Goes to a screen by its address. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${url()}/#${path}`)
}

/** Types a new password, twice, where one must be chosen. */
export async function typeNewPassword(page: Page, newPassword: string): Promise<void> {
  const fields = page.locator('input[autocomplete=new-password]')
  await expect(fields).toHaveCount(2)
  for (const field of await fields.all()) await field.fill(newPassword)
}

/** Waits until a screen is in front, with all that it shows at first. */
export async function settled(page: Page, path: string): Promise<void> {
  const panel = page.locator('main section[data-path]:visible')
  await expect(panel).toHaveAttribute('data-path', path)
  await nothingLoads(page)
}

/** Waits until nothing of the screen in front is on its way. */
export async function nothingLoads(page: Page): Promise<void> {
  const panel = page.locator('main section[data-path]:visible')
  await expect(
    // What waits behind another tab of the page is on nobody's way.
    panel.locator('[aria-busy=true]:visible, :is(output, [role=status])[aria-label]:visible'),
  ).toHaveCount(0, { timeout: 60_000 })
}

/** Closes the tab in front; the first one stays. */
export async function closeTab(page: Page): Promise<void> {
  await page.evaluate(() => {
    const own = document.querySelector('header [role=tab][aria-selected=true]')
    own?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }))
  })
}

/** What the page logged as errors; a test that expects none compares it with nothing at its end. */
export function watchForFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    // A server that is busy for a moment says so, and the console asks once more.
    if (message.type() === 'error' && !message.text().includes('status of 503'))
      faults.push(message.text())
  })
  return faults
}

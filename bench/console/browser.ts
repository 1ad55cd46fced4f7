import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test'

/** A phone line of the 75th percentile: 9 Mbit/s, 100 ms there and back, a processor 4 times slower. */
const line = { latency: 100, downloadThroughput: 1_125_000, uploadThroughput: 1_125_000 }
const slower = 4

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH']
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  })
}

/** What one cold start of a page took. */
export interface Start {
  /** Milliseconds until the largest picture or text was painted. */
  readonly largestPaint: number
  /** Milliseconds until what the user waits for is there. */
  readonly usable: number
  /** Bytes that travelled until then. */
  readonly script: number
  readonly style: number
}

/** Starts a page with an empty cache on the slow line, until something shows. */
export async function startCold(
  context: BrowserContext,
  address: string,
  shows: string,
): Promise<Start> {
  const page = await context.newPage()
  await page.addInitScript(noteShown, shows)
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  // Emptied, not switched off: without a cache the browser fetches twice what a page preloads.
  await tools.send('Network.clearBrowserCache')
  await slowDown(tools)
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.documentElement.dataset['shownAt'], null, {
    timeout: 60_000,
  })
  const until = await page.evaluate(travelled)
  await page.waitForTimeout(1500)
  const largestPaint = await page.evaluate(largest)
  await page.close()
  return { largestPaint, ...until }
}

/** Within the page: a question from outside is answered only when the page has nothing else to do. */
function noteShown(shows: string): void {
  const look = () => {
    if (!document.querySelector(shows)) requestAnimationFrame(look)
    // The next frame comes when this one is painted.
    else
      requestAnimationFrame(() => {
        document.documentElement.dataset['shownAt'] = String(performance.now())
      })
  }
  look()
}

/** Runs within the page: when it was usable, and what had come by then. */
function travelled(): Omit<Start, 'largestPaint'> {
  const usable = Number(document.documentElement.dataset['shownAt'])
  const sumOf = (ending: string) =>
    performance
      .getEntriesByType('resource')
      .filter((one) => one instanceof PerformanceResourceTiming)
      .filter(({ name, responseEnd }) => name.endsWith(ending) && responseEnd <= usable)
      .reduce((sum, { transferSize }) => sum + transferSize, 0)
  return { usable, script: sumOf('.js'), style: sumOf('.css') }
}

function largest(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
}

async function slowDown(tools: CDPSession): Promise<void> {
  await tools.send('Network.emulateNetworkConditions', { offline: false, ...line })
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/** What leads from one place of a page to another, and what shows that one is there. */
export interface Step {
  readonly click: string
  readonly shows: string
}

/** Opens a page with an empty cache, and only then slows line and processor down for good. */
export async function openSlow(context: BrowserContext, address: string, shows: string) {
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.clearBrowserCache')
  await page.goto(address)
  await page.waitForSelector(shows)
  await settle(page)
  await slowDown(tools)
  return page
}

/** As long as somebody looks at least, and what was left over for later takes. */
export const settle = (page: Page) => page.waitForTimeout(1500)

/** Points at an entry for a second, as somebody does who reads what it says, then clicks. */
export async function pointAndSee(page: Page, step: Step): Promise<number> {
  await page.hover(step.click)
  await page.waitForTimeout(1000)
  return clickAndSee(page, step)
}

/** Milliseconds from a click until what it leads to is painted. */
export function clickAndSee(page: Page, step: Step): Promise<number> {
  return page.evaluate(async ({ click, shows }) => {
    const entry = document.querySelector<HTMLElement>(click)
    if (!entry) throw new Error(`there is no ${click}`)
    const started = performance.now()
    entry.click()
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (!document.querySelector(shows)?.checkVisibility()) {
      if (performance.now() - started > 20_000) throw new Error(`${click} did not show ${shows}`)
      await frame()
    }
    await frame()
    return performance.now() - started
  }, step)
}

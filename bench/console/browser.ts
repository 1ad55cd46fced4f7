import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'

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
  const tools = await context.newCDPSession(page)
  const bytes = { script: 0, style: 0 }
  const kinds = new Map<string, keyof typeof bytes>()
  tools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') kinds.set(requestId, 'script')
    if (type === 'Stylesheet') kinds.set(requestId, 'style')
  })
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) bytes[kind] += encodedDataLength
  })
  await tools.send('Network.enable')
  // Emptied, not switched off: without a cache the browser fetches twice what a page preloads.
  await tools.send('Network.clearBrowserCache')
  await tools.send('Network.emulateNetworkConditions', { offline: false, ...line })
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForSelector(shows)
  const usable = await page.evaluate(() => performance.now())
  const travelled = { ...bytes }
  await page.waitForTimeout(1500)
  const largestPaint = await page.evaluate(largest)
  await page.close()
  return { largestPaint, usable, ...travelled }
}

function largest(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
}

/** Milliseconds from a click until what it leads to is painted, on the slow processor. */
export async function clickAndSee(page: Page, click: string, shows: string): Promise<number> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const took = await page.evaluate(
    async ({ click, shows }) => {
      const started = performance.now()
      document.querySelector<HTMLElement>(click)?.click()
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (!document.querySelector(shows)?.checkVisibility()) await frame()
      await frame()
      return performance.now() - started
    },
    { click, shows },
  )
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await tools.detach()
  return took
}

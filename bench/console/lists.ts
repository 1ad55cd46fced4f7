import type { Page } from '@playwright/test'

/** Milliseconds from an act until what it changes is painted. */
export type Measured = number

const total = 10_000
const list = 'section[data-path="/vendor/list"]'

/** What acts on a page and waits for a sign of it. */
interface Act {
  /** What is clicked; or, with `key`, what has the focus. */
  readonly on: string
  readonly key?: string
  /** What is true of the page once it has happened, as a text that changes. */
  readonly shows: string
}

/** Acts within the page, so that no message to the browser is measured. */
async function act(page: Page, { on, key, shows }: Act): Promise<Measured> {
  // A page behind another one draws once a second.
  await page.bringToFront()
  return page.evaluate(
    async ({ on, key, shows }) => {
      const signOf = () => document.querySelector(shows)?.outerHTML.slice(0, 2000)
      const before = signOf()
      const target = document.querySelector<HTMLElement>(on)
      if (!target) throw new Error(`there is no ${on}`)
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const started = performance.now()
      if (key) target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      else target.click()
      while (signOf() === before) {
        if (performance.now() - started > 10_000) throw new Error(`${on} changed nothing`)
        await frame()
      }
      // Two frames: the first one draws what has changed.
      await frame()
      return performance.now() - started
    },
    { on, key, shows },
  )
}

/** Nodes of the page, and kilobytes of its heap after a collection. */
async function weightOf(page: Page): Promise<{ nodes: number; heap: number }> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('HeapProfiler.enable')
  await tools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await tools.send('Runtime.getHeapUsage')
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  await tools.detach()
  return { nodes, heap: usedSize / 1000 }
}

/** The bare React table of the benchmarks. */
export class BareTable {
  readonly #page: Page
  #turn = 0

  private constructor(page: Page) {
    this.#page = page
  }

  static async open(page: Page, address: string): Promise<BareTable> {
    await page.goto(address)
    await page.waitForSelector('td')
    return new BareTable(page)
  }

  change(): Promise<Measured> {
    const on = this.#turn++ % 2 === 0 ? '#second' : '#first'
    return act(this.#page, { on, shows: 'td' })
  }

  weight() {
    return weightOf(this.#page)
  }
}

const moment = '2026-01-01T00:00:00.000Z'
const vendorOf = (n: number) => ({
  id: `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  status: 1,
  version: 1,
  createdAt: moment,
  updatedAt: moment,
  updatedBy: null,
  name: `Vendor ${n}`,
  code: `V${n}`,
  country: 'IQ',
  website: null,
  contact: `Contact ${n}`,
  email: null,
  phone: null,
  address: null,
  snRule: null,
  snPrefixes: [],
  snSample: null,
  signingMode: 'NONE',
  signerUrl: null,
  signerKey: null,
  signerSecret: null,
  hasSignerSecret: false,
  signerTestedAt: null,
  signerFault: null,
  bootstrapCa: null,
  bootstrapCaUntil: null,
  firmwareCount: 0,
  supportUrl: null,
  warrantyMonths: n % 60,
  remark: null,
  modelCount: n % 7,
  deviceCount: n,
})

/** The list of vendors over records that the browser answers itself. */
export class VendorList {
  readonly #page: Page
  readonly #size: number

  private constructor(page: Page, size: number) {
    this.#page = page
    this.#size = size
  }

  static async open(page: Page, size: number): Promise<VendorList> {
    await page.route(/\/admin\/vendor\/v1\/vendor\/page/, (route) => {
      const { searchParams } = new URL(route.request().url())
      const pageNum = Number(searchParams.get('pageNum'))
      const first = (pageNum - 1) * size
      // Each order begins with other records.
      const shift = { asc: 2000, desc: 4000 }[searchParams.get('sortOrder') ?? ''] ?? 0
      const rows = Array.from({ length: size }, (_, row) =>
        vendorOf(((first + shift + row) % total) + 1),
      )
      return route.fulfill({
        json: { code: 200, msg: '', data: { list: rows, total, pageNum, pageSize: size } },
      })
    })
    await page.goto(`${new URL(page.url()).origin}/#/vendor/list?pageSize=${size}`)
    await page.waitForSelector(`${list} tbody tr[data-row]`)
    // What stands around it comes after the rows.
    await page.waitForSelector(`${list} footer time`)
    return new VendorList(page, size)
  }

  turnPage(): Promise<Measured> {
    const steps = `${list} footer nav li:last-child button`
    return act(this.#page, { on: steps, shows: `${list} tbody tr td:nth-child(2)` })
  }

  sort(): Promise<Measured> {
    const on = `${list} thead th[data-column=name] button`
    return act(this.#page, { on, shows: `${list} tbody tr td:nth-child(2)` })
  }

  chooseOne(): Promise<Measured> {
    const row = `${list} tbody tr:nth-child(5)`
    return act(this.#page, { on: `${row} input`, shows: row })
  }

  choosePage(): Promise<Measured> {
    const shows = `${list} tbody tr:nth-child(9)`
    return act(this.#page, { on: `${list} thead input`, shows })
  }

  /** To the next row by key, which draws nothing anew. */
  async walk(): Promise<Measured> {
    await this.#page.bringToFront()
    const tables = `${list} section[data-density]`
    await this.#page.locator(tables).focus()
    return this.#page.evaluate(async (on) => {
      const table = document.querySelector(on)
      const before = document.activeElement
      const started = performance.now()
      table?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
      if (document.activeElement === before) throw new Error('the key moved nothing')
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return performance.now() - started
    }, tables)
  }

  /** In the dialog of columns, which stays open. */
  async changeDensity(): Promise<Measured> {
    await this.#page.bringToFront()
    const choice = this.#page.locator('[role=dialog] select')
    if (!(await choice.isVisible())) {
      await this.#page.locator(`${list} button[aria-label=Columns]`).click()
      await choice.waitFor()
    }
    const shown = `${list} section[data-density]`
    const took = await this.#page.evaluate(async (on) => {
      const select = document.querySelector<HTMLSelectElement>('[role=dialog] select')
      const table = document.querySelector<HTMLElement>(on)
      if (!select || !table) throw new Error('there is no choice of density')
      const before = table.dataset['density']
      const started = performance.now()
      select.value = before === 'compact' ? 'normal' : 'compact'
      select.dispatchEvent(new Event('change', { bubbles: true }))
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (table.dataset['density'] === before) await frame()
      await frame()
      return performance.now() - started
    }, shown)
    return took
  }

  /** Chooses all that match. */
  async chooseAll(): Promise<void> {
    await this.#page.keyboard.press('Escape')
    await this.#clear()
    await this.#page.locator(`${list} thead input`).check()
    await this.#page.locator(`${list} [role=toolbar] button`).first().click()
  }

  /** Chooses each record by itself, page after page. */
  async chooseEveryPage(): Promise<void> {
    await this.#clear()
    await this.#first()
    for (let page = 0; page < total / this.#size; page++) {
      await this.#page.locator(`${list} thead input`).check()
      if (page < total / this.#size - 1) await this.turnPage()
    }
    await this.#first()
  }

  /** Back to the first page in no order, so that there is a next one. */
  async #first(): Promise<void> {
    await this.#page.bringToFront()
    const { origin } = new URL(this.#page.url())
    await this.#page.goto(`${origin}/#/vendor/list?pageSize=${this.#size}`)
    await this.#page.waitForSelector(`${list} tbody tr[data-row$="000000000001"]`)
  }

  async #clear(): Promise<void> {
    const none = this.#page.locator(`${list} [role=toolbar] button`).last()
    if (await none.isVisible()) await none.click()
  }

  weight() {
    return weightOf(this.#page)
  }
}

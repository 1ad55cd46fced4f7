import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { addColleague, ask } from './database.ts'
import { open, password, signIn, test, url, watchForFaults } from './people.ts'

// What administrators set up for others, seen by these others: a program, a colleague, a branch.

/** Another one at a second try: what the first one made stays. */
const gateway = `Reed gateway ${randomBytes(2).toString('hex')}`

/** Chooses the first record that a picker finds for a word. */
async function pick(page: Page, picker: Locator, word: string): Promise<void> {
  await picker.click()
  await picker.fill(word)
  await page.getByRole('option', { name: word }).first().click()
}

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

interface Parcel {
  readonly id: string
  readonly signature: string
  readonly body: string
}

/** A program of others: it takes what it is sent and keeps it. */
async function startReceiver(): Promise<{ server: Server; address: string; parcels: Parcel[] }> {
  const parcels: Parcel[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headerOf = (name: string) => String(request.headers[name])
      const body = Buffer.concat(chunks).toString()
      parcels.push({
        id: headerOf('muster-delivery'),
        signature: headerOf('muster-signature'),
        body,
      })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  const port = typeof place === 'object' ? place?.port : 0
  return { server, address: `http://127.0.0.1:${port}/events`, parcels }
}

/** One call as docs/api.md says that a client signs it. */
async function callAs(client: { id: string; secret: string }): Promise<unknown> {
  const path = '/admin/device/v1/device/page?pageSize=1'
  const [timestamp, nonce] = [String(Date.now()), randomBytes(12).toString('hex')]
  const empty = createHash('sha256').digest('hex')
  const lines = ['MUSTER1', 'GET', path, empty, timestamp, client.id, nonce, empty]
  const mac = createHmac('sha256', client.secret).update(lines.join('\n')).digest('base64url')
  const headers = {
    CLIENTID: client.id,
    TIMESTAMP: timestamp,
    SIGNATURE: `v1.${nonce}.${mac}`,
  }
  const answer: unknown = await (await fetch(url() + path, { headers })).json()
  return answer
}

const accepted = expect.objectContaining({
  code: 200,
  data: expect.objectContaining({ pageSize: 1 }),
})
const refused = expect.objectContaining({ code: 40101 })

test('a program calls with its secret until that is changed, and is told of events', async ({
  page,
}) => {
  const { server, address, parcels } = await startReceiver()
  await signIn(page, { at: '/access/client' })
  const { id, first } = await addClient(page, address)
  const old = { id, secret: first }
  expect(await callAs(old)).toEqual(accepted)
  await choose(page, `More actions for ${gateway}`, 'New secret')
  const dialog = page.getByRole('dialog', { name: `New secret for ${gateway}` })
  await dialog.getByLabel('End the current secret at once').check()
  await dialog.getByRole('button', { name: 'New secret' }).click()
  const secret = await dialog.locator('code').last().innerText()
  expect(await callAs({ id, secret })).toEqual(accepted)
  expect(await callAs(old)).toEqual(refused)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await replay(page, parcels)
  const [sent] = parcels
  const [, at = '', mac = ''] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(sent?.signature ?? '') ?? []
  expect(mac).toBe(createHmac('sha256', secret).update(`${at}.${sent?.body}`).digest('hex'))
  server.close()
})

/** Adds a client that may see terminals, and reads its secret where it is told once. */
async function addClient(page: Page, address: string): Promise<{ id: string; first: string }> {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog', { name: 'Add an API client' })
  await form.getByLabel('Name').fill(gateway)
  await pick(page, form.getByLabel('Organisation').first(), 'Platform')
  await form.getByLabel('Send events to').fill(address)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const told = page.getByRole('dialog', { name: `Secret of ${gateway}` })
  await expect(told.locator('code')).toHaveCount(2)
  const [id = '', first = ''] = await told.locator('code').allInnerTexts()
  await told.getByRole('button', { name: 'Close' }).last().click()
  await choose(page, `More actions for ${gateway}`, 'Rights and data scope')
  const access = page.getByRole('dialog', { name: /^Rights and data scope/ })
  await access.getByLabel('Search a right').fill('DEVICE_LIST')
  await access.getByRole('checkbox', { name: 'See the list' }).check()
  await access.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Done').first()).toBeVisible()
  await access.getByRole('tab', { name: 'Data scope' }).click()
  await access.getByLabel('Sees').selectOption('ALL')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await access.getByRole('button', { name: 'Save' }).click()
  expect((await saved).ok()).toBe(true)
  // What is not known to be saved yet would be asked about.
  await expect(access.getByText('unsaved', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  return { id, first }
}

/** Sends a test, and the same delivery once more. */
async function replay(page: Page, parcels: readonly Parcel[]): Promise<void> {
  await choose(page, `More actions for ${gateway}`, 'Deliveries')
  const deliveries = page.getByRole('dialog', { name: `Deliveries to ${gateway}` })
  await deliveries.getByRole('button', { name: 'Send a test' }).click()
  const row = deliveries.getByRole('row').filter({ hasText: 'Test' })
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => parcels.map(({ id }) => id)).toHaveLength(2)
  expect(new Set(parcels.map(({ id }) => id)).size).toBe(1)
}

test('a menu entry renamed and hidden changes in every console at once', async ({
  page,
  browser,
}) => {
  const faults = watchForFaults(page)
  const other = await (await browser.newContext()).newPage()
  await signIn(other)
  const entries = other.getByRole('navigation').first()
  await entries.getByText('Estate', { exact: true }).click()
  await expect(entries.getByText('Categories', { exact: true })).toBeVisible()
  await signIn(page, { at: '/system/menu' })
  await editEntry(page, 'Category', async (form) => {
    await form.getByLabel('English').fill('Kinds of terminals')
  })
  await expect(entries.getByText('Kinds of terminals')).toBeVisible()
  await editEntry(page, 'Category', async (form) => {
    await form.getByLabel('English').fill('')
    await form.getByLabel('Shown', { exact: true }).uncheck()
  })
  await expect(entries.getByText(/Kinds of terminals|Categories/)).toHaveCount(0)
  await editEntry(page, 'Category', (form) => form.getByLabel('Shown', { exact: true }).check())
  await expect(entries.getByText('Categories', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Preview as role' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview as role' })
  await pick(page, preview.getByLabel('Role').first(), 'Reed watcher')
  await expect(preview.getByText('Terminals', { exact: true })).toBeVisible()
  await expect(preview.getByText('Categories', { exact: true })).toHaveCount(0)
  await other.context().close()
  expect(faults).toEqual([])
})

async function editEntry(
  page: Page,
  frontName: string,
  change: (form: Locator) => Promise<void>,
): Promise<void> {
  const row = page.getByRole('row').filter({ has: page.getByText(frontName, { exact: true }) })
  await row.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog')
  await change(form)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

test('a dictionary item worded anew is what lists show at once, until it is as shipped', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await signIn(page, { at: '/access/organization' })
  const branch = page.locator('[data-screen] tr').filter({ hasText: 'Reed Shops' })
  await expect(branch).toContainText('Merchant group')
  const reword = async (words: string) => {
    await open(page, '/system/dictionary?keyword=organization.type')
    await page.getByRole('button', { name: 'organization.type' }).click()
    const item = page.getByRole('row').filter({ hasText: 'MERCHANT_GROUP' })
    await item.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('English').fill(words)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await open(page, '/access/organization')
  }
  await reword('Chain of shops')
  await expect(branch).toContainText('Chain of shops')
  await reword('')
  await expect(branch).toContainText('Merchant group')
  expect(faults).toEqual([])
})

test('a branch with its own name and colours signs in to its own site', async ({
  page,
  browser,
}) => {
  const faults = watchForFaults(page)
  await signIn(page, { at: '/system/customize' })
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog', { name: 'Add a white label' })
  await form.getByLabel('Name').fill('Reed site')
  await pick(page, form.getByLabel('Organisation').first(), 'Reed Shops')
  await form.getByLabel('Domains').fill('reed.localhost')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form).toBeHidden()
  await choose(page, 'More actions for Reed site', 'Website')
  const site = page.getByRole('dialog', { name: 'Website of Reed Shops' })
  await site.getByLabel('Site name', { exact: true }).fill('Reed Terminals')
  await site.getByLabel('Colors').selectOption('red-black')
  await site.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved').first()).toBeVisible()
  expect(faults).toEqual([])
  await beOfTheBranch(browser)
})

/** By the branch's own domain, whose proof in the DNS is taken for given. */
async function beOfTheBranch(browser: Browser): Promise<void> {
  await ask(`update customize_domain set verified_at = now() where domain = 'reed.localhost'`)
  await addColleague('rush')
  await ask(
    `update app_user set is_super_admin = false,
       org_id = (select id from organization where code = 'reed') where user_name = 'rush'`,
  )
  const page = await (await browser.newContext()).newPage()
  await page.goto(url().replace('localhost', 'reed.localhost'))
  await expect(page).toHaveTitle(/Reed Terminals/)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'red-black')
  await page.getByLabel('User name').fill('rush')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation').first()).toContainText('Reed Terminals')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'red-black')
  await page.context().close()
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import { open, password, signIn, test, url, watchForFaults } from './people.ts'

// The whole way of a value: a template is designed, an organisation and one terminal are told values, they
// arrive, somebody changes one on the terminal, the drift is seen and mended, and the past is asked.

// Its template is there once: a second try would meet that of the first.
test.describe.configure({ mode: 'serial', retries: 0 })

const app = 'Reed Till'
const template = 'Reed till settings'
/** Title of host.address in the demo's dictionary. */
const address = 'Host'
const shop = 'Simulated shops'
const [first, second] = ['REEDP-00001', 'REEDP-00002'] as const

/** Two terminals at which somebody changes what they are given. */
let terminals: ChildProcess
const state = mkdtempSync(join(tmpdir(), 'muster-meddled-'))
test.beforeAll(() => {
  const program = new URL('../packages/simulator/src/bin/simulate.ts', import.meta.url)
  const words = ['--count', '2', '--sn-prefix', 'REEDP', '--scenario', 'meddled', '--quiet']
  const where = ['--url', url(), '--user', 'admin', '--state', state]
  terminals = spawn(process.execPath, [fileURLToPath(program), ...words, ...where], {
    env: { ...process.env, MUSTER_PASSWORD: password },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
})
test.afterAll(async () => {
  terminals.kill('SIGTERM')
  if (terminals.exitCode === null) await once(terminals, 'exit')
  rmSync(state, { recursive: true })
})

test('a value is designed, assigned, delivered, meddled with, sent again and remembered', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await signIn(page, { at: '/app/manage' })
  await addApp(page)
  await designTemplate(page)
  await assign(page, { level: 'Organisation', target: shop, host: 'one.example.com' })
  await arrives(page, 'one.example.com')
  await seeDrift(page)
  await assign(page, { level: 'Terminal', target: first, host: 'two.example.com' })
  await arrives(page, 'two.example.com')
  await compare(page)
  expect(faults).toEqual([])
})

test('the parameters of a terminal read in Arabic', async ({ page }) => {
  await signIn(page, { language: 'ar-IQ' })
  await openTab(page, first, 'المعاملات')
  await expect(page.getByText('two.example.com').first()).toBeVisible()
  await page.getByLabel('قارن مع').selectOption({ label: 'ما يقوله إسناد' })
  await expect(page.getByLabel('ما يقوله إسناد')).toBeVisible()
})

async function pick(page: Page, picker: Locator, word: string): Promise<void> {
  await picker.click()
  await picker.fill(word)
  await page.getByRole('option', { name: word }).first().click()
}

async function addApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Go on without a package' }).click()
  await dialog.locator('input[name=name]').fill(app)
  await dialog.locator('input[name=package]').fill('com.example.pay')
  await pick(page, dialog.getByLabel('Organisation').first(), 'Platform')
  await pick(page, dialog.getByLabel('Categories').first(), 'Cards')
  for (const words of ['In a line', 'Description'])
    await dialog
      .getByRole('group', { name: words })
      .getByRole('textbox')
      .first()
      .fill('Takes cards')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page).toHaveURL(/\/app\/detail\//)
}

async function designTemplate(page: Page): Promise<void> {
  await open(page, '/param/template')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog')
  await form.locator('input[name=name]').fill(template)
  await form.locator('input[name=code]').fill('REED-TILL')
  await pick(page, form.getByLabel('Organisation').first(), 'Platform')
  await pick(page, form.getByLabel('Application').first(), app)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const design = page.getByRole('dialog', { name: `Design: ${template}` })
  await design.getByRole('button', { name: 'Add parameters' }).click()
  const choice = page.getByRole('dialog', { name: 'Add parameters' })
  for (const pid of [/host\.address/, /host\.port/])
    await choice.getByRole('checkbox', { name: pid }).check()
  await choice.getByRole('button', { name: 'Add 2' }).click()
  await expect(choice).toBeHidden()
  await design.getByRole('button', { name: 'Publish …' }).click()
  const publish = page.getByRole('dialog', { name: `Publish ${template}` })
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publish).toBeHidden()
}

interface Assignment {
  readonly level: 'Organisation' | 'Terminal'
  readonly target: string
  readonly host: string
}

async function assign(page: Page, { level, target, host }: Assignment): Promise<void> {
  await open(page, '/param/list')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog')
  await form.locator('input[name=name]').fill(`Reed ${level.toLowerCase()}`)
  await pick(page, form.getByLabel('Application').first(), app)
  await form.getByLabel('Level').selectOption({ label: level })
  await pick(page, form.getByRole('combobox', { name: level, exact: true }), target)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page).toHaveURL(/\/param\/edit\//)
  const editor = page.locator('main section[data-path]:visible')
  await editor.getByRole('textbox', { name: address, exact: true }).fill(host)
  await expect(editor.getByText('Draft saved')).toBeVisible()
  await editor.getByRole('button', { name: 'Review and put in force' }).click()
  const review = page.getByRole('dialog')
  await expect(review.getByRole('cell', { name: host })).toBeVisible()
  await review.getByRole('button', { name: 'Put in force' }).click()
  await expect(review).toBeHidden()
}

async function openTab(page: Page, sn: string, tab: string): Promise<void> {
  await open(page, `/device/list?keyword=${sn}`)
  await page.getByRole('link', { name: sn }).first().click()
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

/** The terminal runs with it, by its own word; or somebody there was quicker. */
async function arrives(page: Page, host: string): Promise<void> {
  await openTab(page, first, 'Parameters')
  await expect(page.getByRole('cell', { name: host })).toBeVisible()
  await expect(page.getByText(/^(In use|Changed on the terminal)$/).first()).toBeVisible()
}

/** What somebody has changed on the terminal is told, and sent again by hand. */
async function seeDrift(page: Page): Promise<void> {
  await expect(page.getByText('Changed on the terminal', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('The terminal runs with other values')).toBeVisible()
  await page.getByRole('button', { name: 'Push now' }).click()
  await expect(page.getByText('Pushed to 1 terminal')).toBeVisible()
  await expect(page.getByText('The terminal runs with just these')).toBeVisible()
}

/** In what it differs from another terminal, and from itself before. */
async function compare(page: Page): Promise<void> {
  await page.getByLabel('Compare with').selectOption({ label: 'Another terminal' })
  await pick(page, page.getByRole('combobox', { name: 'Another terminal' }), second)
  const row = page.getByRole('row').filter({ hasText: 'host.address' })
  await expect(row.getByText('one.example.com')).toBeVisible()
  await expect(row.getByText('two.example.com')).toBeVisible()
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  await page.getByRole('button', { name: 'Back to now' }).click()
  await page.getByLabel('As at').fill(`${yesterday.slice(0, 10)} 12:00`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nobody said anything about this application')).toBeVisible()
}

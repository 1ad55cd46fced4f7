import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import { addColleague, ask } from './database.ts'
import { open, password, signIn, test, url, watchForFaults } from './people.ts'

// The whole way of an upgrade: a version is uploaded and judged by a second person, a plan brings it in waves,
// one of them goes wrong and stops the plan, what went wrong is read and mended, and the terminals go back.

// Its versions and its plan are there once: a second try would meet those of the first.
test.describe.configure({ mode: 'serial', retries: 0 })

/** What the kernels of the model are made with, and what the plan brings. */
const [old, next] = ['emv-4.4', 'emv-4.5'] as const
const name = 'Reed kernel'
const plan = 'Reed kernel in waves'
const prefix = 'REEDU'
/** Of three models in turn: a hundred are of the one that the versions are for. */
const terminals = 300

const folder = mkdtempSync(join(tmpdir(), 'muster-waves-'))
let fleet: ChildProcess | null = null

/** Switches the terminals on, on which upgrades go as a scenario says; those before it are switched off. */
async function switchOn(scenario: 'calm' | 'bad-upgrade'): Promise<void> {
  await switchOff()
  const program = new URL('../packages/simulator/src/bin/simulate.ts', import.meta.url)
  const words = ['--count', String(terminals), '--sn-prefix', prefix, '--scenario', scenario]
  const where = ['--url', url(), '--user', 'admin', '--state', join(folder, 'terminals'), '--quiet']
  fleet = spawn(process.execPath, [fileURLToPath(program), ...words, ...where], {
    env: { ...process.env, MUSTER_PASSWORD: password },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function switchOff(): Promise<void> {
  fleet?.kill('SIGTERM')
  if (fleet?.exitCode === null) await once(fleet, 'exit')
  fleet = null
}

test.afterAll(async () => {
  await switchOff()
  rmSync(folder, { recursive: true })
})

test('a plan goes up its waves, stops where one goes wrong, and takes its version back', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const faults = watchForFaults(page)
  await addColleague('wavesecond')
  await switchOn('calm')
  await signIn(page)
  const second = await (await browser.newContext()).newPage()
  await signIn(second, { userName: 'wavesecond' })
  await allAreThere(page)
  for (const version of [old, next]) await addVersion(page, second, version)
  await addPlan(page)
  await practise(page)
  await approve(page, second)
  await second.context().close()
  await firstWaves(page)
  await thirdWaveBreaks(page)
  await readWhy(page)
  await tryAgain(page)
  await rollBack(page)
  await seeOldVersion(page)
  // A server that is busy with so many terminals says so for a moment, and is asked again.
  expect(faults.filter((fault) => !fault.includes('503'))).toEqual([])
})

test('the plan and its results read in Arabic', async ({ page }) => {
  await signIn(page, { language: 'ar-IQ' })
  await watch(page, 'متابعة')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('تم التراجع', { exact: true }).first()).toBeVisible()
  await expect(dialog.getByText('طريق العودة')).toBeVisible()
  await page.keyboard.press('Escape')
  await open(page, '/upgrade/result')
  await expect(page.getByRole('columnheader', { name: 'ما الحل' })).toBeVisible()
})

const rowOf = (within: Page | Locator, text: string) =>
  within.getByRole('row').filter({ hasText: text })

async function agree(page: Page, word: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: word, exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function pick(page: Page, picker: Locator, word: string): Promise<void> {
  await picker.click()
  await picker.fill(word)
  await page.getByRole('option', { name: word }).first().click()
}

/** Chooses from the menu of a row; again where the list was read anew under the open menu. */
async function act(page: Page, row: string, item: string): Promise<void> {
  const more = rowOf(page, row).getByRole('button', { name: /^Actions of/ })
  const chosen = page.getByRole('menuitem', { name: item, exact: true })
  await expect(async () => {
    if (!(await chosen.isVisible())) await more.click({ timeout: 5_000 })
    await chosen.click({ timeout: 5_000 })
  }).toPass()
}

async function allAreThere(page: Page): Promise<void> {
  await open(page, `/device/list?keyword=${prefix}&presence=ONLINE`)
  await expect(page.getByText(`Total ${terminals}`)).toBeVisible({ timeout: 120_000 })
}

/** Uploads a version and hands it in; a second person approves it, and it goes online. */
async function addVersion(page: Page, second: Page, version: string): Promise<void> {
  await open(page, '/upgrade/version')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog')
  const file = join(folder, `${version}.bin`)
  writeFileSync(file, `A kernel ${version}. `.repeat(10_000))
  await form.locator('input[type=file]').setInputFiles(file)
  await expect(form.getByText('It does not say its version')).toBeVisible()
  await form.locator('input[name=name]').fill(name)
  await form.locator('input[name=versionName]').fill(version)
  await form.getByLabel('Part').first().selectOption({ label: 'EMV kernel' })
  await pick(page, form.getByLabel('Organisation').first(), 'Platform')
  await pick(page, form.getByLabel('Vendor').first(), 'Muster simulator')
  await pick(page, form.getByLabel('Models').first(), 'SIM-A')
  await form.locator('input[name=minBattery]').fill('0')
  await form.locator('textarea[name=releaseNotes]').fill('Takes the new cards.')
  await agree(page, 'Add')
  await rowOf(page, version).getByRole('button', { name: 'Hand in' }).click()
  await agree(page, 'Hand in')
  await expect(rowOf(page, version).getByText('Waits for review')).toBeVisible()
  // Nobody decides about what is his own.
  await expect(rowOf(page, version).getByRole('button', { name: 'Review' })).toHaveCount(0)
  await open(second, '/upgrade/version')
  await rowOf(second, version).getByRole('button', { name: 'Review' }).click()
  await second.getByRole('dialog').getByLabel('Decision').selectOption({ label: 'Approve' })
  await agree(second, 'Decide')
  await rowOf(page, version).getByRole('button', { name: 'Put online' }).click()
  await agree(page, 'Put online')
  await expect(rowOf(page, version).getByText('Online', { exact: true })).toBeVisible()
}

/** Five steps: the ladder 1, 5, 20, 100, of which each wave is watched for an hour. */
async function addPlan(page: Page): Promise<void> {
  await open(page, '/upgrade/plan')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog')
  const step = (word: string) => form.getByRole('button', { name: word, exact: true }).click()
  await form.locator('input[name=name]').fill(plan)
  await pick(page, form.getByLabel('Organisation').first(), 'Platform')
  await pick(page, form.getByLabel('Versions').first(), next)
  await step('Terminals')
  await pick(page, form.getByLabel('Organisation and below').last(), 'Simulated shops')
  await step('Waves')
  await form.getByLabel('How terminals are divided').selectOption({ label: 'Percent ladder' })
  await expect(form.getByLabel('Up to % of all')).toHaveCount(4)
  await step('Schedule')
  await form.getByLabel('Retries').fill('0')
  await step('Confirm')
  await form.getByRole('button', { name: 'Check terminals' }).click()
  await expect(form.getByText(/^100 of \d+ terminals get it/)).toBeVisible()
  await expect(form.getByText(/^Done in 4 h if nothing fails/)).toBeVisible()
  await agree(page, 'Add')
}

/** On copies first, before anybody approves it: no terminal hears of it. */
async function practise(page: Page): Promise<void> {
  await act(page, plan, 'Practise')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Practise now' }).click()
  await expect(dialog.getByText('Practised', { exact: true })).toBeVisible({ timeout: 120_000 })
  await expect(dialog.getByText(/(\d+) of \1 terminals are copied/)).toBeVisible()
  await page.keyboard.press('Escape')
  const given = `select from push_item item join device on device.id = item.device_id
    where item.cmd = 'UPGRADE' and device.sn like $1`
  expect(await ask(given, [`${prefix}%`])).toHaveLength(0)
}

async function approve(page: Page, second: Page): Promise<void> {
  await act(page, plan, 'Hand in')
  await expect(rowOf(page, plan).getByText('To approve')).toBeVisible()
  await open(second, '/upgrade/plan')
  await act(second, plan, 'Approve')
  // He reads what he agrees to.
  const facts = second.getByRole('dialog').getByRole('region', { name: 'What the plan says' })
  await expect(facts.getByText(/^\d+ of \d+ terminals get it/)).toBeVisible()
  await expect(facts.getByText('Up to 5% of all')).toBeVisible()
  await agree(second, 'Approve')
  await expect(rowOf(second, plan).getByText('Ready')).toBeVisible()
}

async function watch(page: Page, word = 'Watch'): Promise<void> {
  await open(page, '/upgrade/plan')
  const dialog = page.getByRole('dialog').filter({ hasText: plan })
  if (!(await dialog.isVisible()))
    await rowOf(page, plan).getByRole('button', { name: word }).click()
  await expect(dialog).toBeVisible()
}

const dialogOf = (page: Page) => page.getByRole('dialog').filter({ hasText: plan })
/** The row of a wave in what is watched. */
const wave = (page: Page, nth: number) =>
  dialogOf(page).getByRole('region', { name: 'Waves of the plan' }).getByRole('row').nth(nth)

async function sure(page: Page, word: string): Promise<void> {
  await dialogOf(page).getByRole('button', { name: word }).click()
  // It may come a moment later, with what it has to count.
  const question = page.locator('dialog[open]')
  await question.getByRole('button', { name: word, exact: true }).click()
}

async function firstWaves(page: Page): Promise<void> {
  await watch(page)
  await sure(page, 'Start')
  await passes(page, 1)
  await expect(wave(page, 1).getByRole('cell').nth(2)).toHaveText('1')
  await sure(page, 'Next wave now')
  await passes(page, 2)
  await expect(wave(page, 2).getByRole('cell').nth(4)).toHaveText('4')
}

/** Well is who has been heard of since he installed: that may take a heartbeat. */
async function passes(page: Page, nth: number): Promise<void> {
  await expect(wave(page, nth).getByText('Watched', { exact: true })).toBeVisible({
    timeout: 120_000,
  })
}

/** Before it begins, something happens to the terminals that half of them do not get over. */
async function thirdWaveBreaks(page: Page): Promise<void> {
  await switchOn('bad-upgrade')
  await sure(page, 'Next wave now')
  await expect(wave(page, 3).getByText('Failed', { exact: true })).toBeVisible()
  await expect(wave(page, 3).getByText('Too many terminals of the wave failed')).toBeVisible()
  await expect(dialogOf(page).getByText('Paused', { exact: true }).first()).toBeVisible()
  // Nobody after it was told.
  await expect(wave(page, 4).getByText('Waiting', { exact: true })).toBeVisible()
  await expect(wave(page, 4).getByRole('cell').nth(2)).toHaveText('80')
}

/** The results of this plan: the demo has some of its own. */
async function openResults(page: Page): Promise<void> {
  const [row] = await ask<{ id: string }>('select id from plan where name = $1', [plan])
  await open(page, `/upgrade/result?planId=${row?.id}`)
}

/** Causes, most frequent first, each with what helps. */
async function readWhy(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await openResults(page)
  const causes = page.getByRole('region', { name: 'What went wrong' })
  await expect(causes.getByRole('row').nth(1)).toBeVisible()
  await expect(causes.getByText(/try again|Remove applications|go back/).first()).toBeVisible()
  // What was found after an install has no code.
  const coded = causes
    .getByRole('row')
    .filter({ hasText: /[A-Z]\d{3}/ })
    .first()
  const code = await coded.getByRole('cell').nth(1).innerText()
  await coded.getByRole('button', { name: 'Show them' }).click()
  await expect(rowOf(page, prefix).filter({ hasText: code }).first()).toBeVisible()
}

/**
 * What was wrong with the terminals is mended, and those that failed begin anew. Some restarted in the middle
 * and say nothing more: they hold up their wave.
 */
async function tryAgain(page: Page): Promise<void> {
  await expect.poll(moving).toBe(0)
  await switchOn('calm')
  await watch(page)
  await expect(wave(page, 3).getByRole('cell').nth(5)).not.toHaveText('0')
  await dialogOf(page).getByRole('button', { name: 'Retry failed' }).click()
  await dialogOf(page).getByRole('button', { name: 'Resume' }).click()
  await expect(wave(page, 3).getByText('Running', { exact: true })).toBeVisible()
  await expect(wave(page, 3).getByRole('cell').nth(5)).toHaveText('0')
  await expect.poll(moving).toBe(0)
  await page.keyboard.press('Escape')
  await openResults(page)
  await rowOf(page, prefix).first().waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText(/^100% of \d+/).first()).toBeVisible()
}

/** Terminals from which something came in the last seconds, and more is to come. */
async function moving(): Promise<number> {
  const [row] = await ask<{ count: number }>(
    `select count(*)::integer as count from push_item item join device on device.id = item.device_id
      where item.cmd = 'UPGRADE' and starts_with(device.sn, $1) and item.ended_at is null
        and (item.state = 'QUEUED' and item.waits_for is null or item.last_report_at > now() - interval '8 seconds')`,
    [`${prefix}-`],
  )
  return row?.count ?? 0
}

async function rollBack(page: Page): Promise<void> {
  await watch(page)
  await sure(page, 'Roll back')
  await expect(dialogOf(page).getByText('Rolled back', { exact: true }).first()).toBeVisible()
  await expect(
    dialogOf(page).getByText(/terminals run what they had before again, 0 do not/),
  ).toBeVisible()
  await page.keyboard.press('Escape')
}

/** By the word of the terminals themselves. */
async function seeOldVersion(page: Page): Promise<void> {
  for (const [version, count] of [
    [next, 0],
    [old, 100],
  ] as const) {
    await open(page, '/upgrade/version')
    await act(page, version, 'Details')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Terminals on it' }).click()
    if (count === 0) await expect(dialog.getByText('No terminals.')).toBeVisible()
    else await expect(rowOf(dialog, prefix).first()).toBeVisible()
    await page.keyboard.press('Escape')
  }
}

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import { addColleague, ask } from './database.ts'
import { open, signIn, test, watchForFaults } from './people.ts'

// The whole way of a version: uploaded, judged by a second person, released to a share, widened,
// watched at the terminals, and taken back from them.

// Its application and its policy are there once: a second try would meet those of the first.
test.describe.configure({ mode: 'serial', retries: 0 })

const app = 'Reed Pay'
const policy = 'Pay on all tills'
const bundle = 'org.muster.small'
const [old, next] = [
  { code: 7, name: '1.2.3' },
  { code: 8, name: '1.2.4' },
] as const

const packages = mkdtempSync(join(tmpdir(), 'muster-apk-'))
test.beforeAll(() => {
  // A program of its own: what signs them speaks of Node's keys, a page of the browser's.
  const program = new URL('../packages/server/test/apk/writeVersions.ts', import.meta.url)
  const versions = [old, next].map(({ code, name }) => `${code}=${name}`)
  execFileSync(process.execPath, [fileURLToPath(program), packages, ...versions])
})
test.afterAll(() => rmSync(packages, { recursive: true }))

test('a version goes to a share of the terminals, then to more, and back again', async ({
  page,
  browser,
}) => {
  const faults = watchForFaults(page)
  await addColleague('reedsecond')
  await signIn(page, { at: '/app/manage' })
  const reviewer = await (await browser.newContext()).newPage()
  await signIn(reviewer, { userName: 'reedsecond' })
  await addApp(page)
  await version(page, reviewer, old.name)
  await act(page, old.name, 'Publish')
  await agree(page, 'Publish')
  await expect(rowOf(page, old.name).getByText('Online')).toBeVisible()
  // Who releases needs not publish: a release brings an approved version to a share alone.
  await version(page, reviewer, next.name)
  await reviewer.context().close()
  await addPolicy(page)
  await policyBrings(page)
  await release(page)
  await watch(page)
  await rollBack(page)
  await seeOldVersion(page, await oneThatIsBack())
  expect(faults).toEqual([])
})

test('the release and its task read in Arabic', async ({ page }) => {
  await signIn(page, { language: 'ar-IQ' })
  await openReleases(page, { actions: /^إجراءات أخرى/, releases: 'الإطلاقات' })
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('dl').getByText(next.name, { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^مُتراجَع عنه/)).toBeVisible()
  await dialog.getByRole('link', { name: /^TK/ }).last().click()
  const push = page.getByRole('dialog').filter({ hasText: `${app} ${next.name}` })
  await expect(push.getByRole('columnheader', { name: 'أُثبتت' })).toBeVisible()
  await expect(push.getByText('تم', { exact: true }).first()).toBeVisible()
})

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Chooses from the menu of a row; again where the list was read anew under the open menu. */
async function act(page: Page, row: string, item: string): Promise<void> {
  const more = rowOf(page, row).getByRole('button', { name: /^More actions/ })
  const chosen = page.getByRole('menuitem', { name: item, exact: true })
  await expect(async () => {
    if (!(await chosen.isVisible())) await more.click()
    await chosen.click({ timeout: 5_000 })
  }).toPass()
}

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

async function addApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Go on without a package' }).click()
  await dialog.locator('input[name=name]').fill(app)
  await dialog.locator('input[name=package]').fill(bundle)
  await pick(page, dialog.getByLabel('Organisation').first(), 'Platform')
  await pick(page, dialog.getByLabel('Categories').first(), 'Cards')
  for (const words of ['In a line', 'Description'])
    await dialog
      .getByRole('group', { name: words })
      .getByRole('textbox')
      .first()
      .fill('Takes cards')
  await agree(page, 'Add')
  await expect(page).toHaveURL(/\/app\/detail\//)
}

/** Uploads and hands in a version, which somebody else approves. */
async function version(page: Page, reviewer: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(join(packages, `${name}.apk`))
  await expect(dialog.getByText('Nothing stands in its way.')).toBeVisible()
  await dialog.locator('textarea[name=releaseNotes]').fill('Takes cards without contact.')
  await agree(page, 'Add')
  await act(page, name, 'Submit')
  await agree(page, 'Submit')
  await rowOf(page, name)
    .getByRole('button', { name: /^More actions/ })
    .click()
  await expect(page.getByRole('menuitem', { name: /^Review/ })).toBeDisabled()
  await page.keyboard.press('Escape')
  await reviewer.goto(page.url())
  await act(reviewer, name, 'Review')
  const review = reviewer.getByRole('dialog')
  await review.getByRole('button', { name: 'Begin the review' }).click()
  await expect(review.getByText('In review')).toBeVisible()
  await review.getByLabel('Decision').selectOption({ label: 'Approve' })
  await agree(reviewer, 'Decide')
}

async function addPolicy(page: Page): Promise<void> {
  await open(page, '/app/organization')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name=name]').fill(policy)
  await pick(page, dialog.getByLabel('Organisation').first(), 'Platform')
  await pick(page, dialog.getByLabel('Application').first(), app)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  // It says on how many terminals it installs at once, and has their number typed where they are many.
  const question = page.getByRole('dialog').filter({ hasText: 'that lack it' })
  await expect(question).toBeVisible()
  const count = /brought to (\d+)/.exec(await question.innerText())?.[1] ?? ''
  const typed = question.getByRole('textbox')
  if (await typed.isVisible()) await typed.fill(count)
  await question.getByRole('button', { name: 'Install on terminals' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** What is mandatory comes by itself: the version that is online. */
async function policyBrings(page: Page): Promise<void> {
  await expect.poll(endGrace).toBeGreaterThan(0)
  await openPush(page, old.name)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^[1-9]\d* of \d+ are done/)).toBeVisible()
}

/**
 * A large task can be taken back for a while, which no test waits for. Answers how many tasks of this
 * application have all their terminals: the estate has others.
 */
async function endGrace(): Promise<number> {
  const written = await ask(
    `update push set grace_until = now() where kind = 'APP_INSTALL' and expanded_at is not null
       and args ->> 'pkg' = $1 and ended_at is null returning id`,
    [bundle],
  )
  await ask(
    `update push_item set next_publish_at = now(), waits_for = null where waits_for = 'GRACE'`,
  )
  return written.length
}

async function openPush(page: Page, version: string): Promise<void> {
  await open(page, '/mqtt/app')
  await rowOf(page, version).last().getByRole('button', { name: 'Open' }).click()
}

async function openReleases(
  page: Page,
  words: { readonly actions: RegExp; readonly releases: string },
): Promise<void> {
  await open(page, '/app/organization')
  await rowOf(page, policy).getByRole('button', { name: words.actions }).click()
  await page.getByRole('menuitem', { name: words.releases }).click()
}

const english = { actions: /^More actions/, releases: 'Releases' }

/** To some and not to all; and by hand to more. */
async function release(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await openReleases(page, english)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Version').selectOption({ label: next.name })
  await dialog.getByLabel('Shares in percent').fill('30, 60')
  await dialog.getByLabel('Stops from').fill('100')
  await dialog.getByLabel('Terminals that must').fill('200')
  await dialog.getByRole('button', { name: 'Begin a release' }).click()
  await expect(dialog.getByText('Running, 30%')).toBeVisible()
  await expect(dialog.getByText(/taken by [1-9]/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Widen' }).click()
  const sure = page.getByRole('dialog', { name: 'Widen', exact: true })
  await expect(sure.getByText(/terminals? more gets? it/)).toBeVisible()
  await sure.getByRole('button', { name: 'Widen' }).click()
  await expect(dialog.getByText('Running, 60%')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^TK/ })).toHaveCount(2)
}

/** By the release's link to its task: one terminal with all four ticks, and why another has none. */
async function watch(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('link', { name: /^TK/ }).first().click()
  await expect(page).toHaveURL(/#\/mqtt\/app\?push=/)
  const push = page.getByRole('dialog').filter({ hasText: 'What went wrong' })
  await expect(push.getByText(/for this (model|processor)/).first()).toBeVisible()
  const done = push.getByRole('button', { name: /^Done/ })
  await done.click()
  await expect(done).toHaveAttribute('aria-pressed', 'true')
  const proved = push
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: /^DEMO-/ }) })
    .filter({ has: page.locator('td:nth-child(7) [role=img]') })
    .first()
  await expect(proved.getByRole('img')).toHaveCount(4)
}

async function rollBack(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await open(page, '/app/organization')
  const dialog = page.getByRole('dialog')
  if (!(await dialog.isVisible())) await openReleases(page, english)
  await dialog.getByRole('button', { name: 'Roll back' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Roll back' }).click()
  await expect(dialog.first().getByText(/^Rolled back/)).toBeVisible()
  await expect(dialog.first().getByText('Back to the version before')).toBeVisible()
}

/** A terminal that had what was released, and has said since that it has the old one; another may have lost its line for a while. */
async function oneThatIsBack(): Promise<string> {
  let sn = ''
  const back = async () => {
    const [terminal] = await ask<{ sn: string }>(
      `select device.sn from device_app own join device on device.id = own.device_id
        where own.package = $1 and own.version_code = $2 and exists (select from device_app_event event
          where event.device_id = own.device_id and event.package = own.package and event.to_code = $3)
        order by own.seen_at desc limit 1`,
      [bundle, old.code, next.code],
    )
    sn = terminal?.sn ?? ''
    return sn
  }
  await expect.poll(back, { timeout: 120_000 }).not.toBe('')
  return sn
}

/** What the terminal itself says runs on it. */
async function seeOldVersion(page: Page, sn: string): Promise<void> {
  await open(page, `/device/list?keyword=${sn}`)
  await page.getByRole('link', { name: sn }).first().click()
  await page.getByRole('tab', { name: 'Apps' }).click()
  const installed = page.getByRole('group', { name: 'Installed applications' }).getByRole('row')
  const own = installed.filter({ hasText: bundle })
  await expect(own.getByText(`${old.name} (${old.code})`)).toBeVisible()
}

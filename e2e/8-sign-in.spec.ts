import { createHmac } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { addColleague, ask, mailedCode } from './database.ts'
import { open, password, test, url } from './people.ts'

test.describe.configure({ mode: 'serial' })

let userName = ''
let email = ''
/** The colleague's password as it stands. */
let ownPassword = password

test.beforeAll(async () => {
  // Each try has an account of its own: what the one before changed of its is not undone.
  userName = `layla${test.info().retry}`
  email = await addColleague(userName)
  // What failed before from this address would ask for a captcha.
  await ask(`delete from sign_in_log where result <> 'SUCCESS'`)
})

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** As if the sign-in had been long ago. */
const proofIsOld = () =>
  ask(
    `update session set proved_at = now() - interval '1 hour' from app_user
     where app_user.id = session.user_id and app_user.user_name = $1`,
    [userName],
  )

async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Prove that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill(ownPassword)
  await dialog.getByRole('button', { name: 'Go on' }).click()
}

async function enter(page: Page): Promise<void> {
  await page.goto(url())
  await fillSignIn(page)
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

test('whoever forgot his password sets a new one by a mailed code', async ({ page }) => {
  await page.goto(url())
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The page before it asks for a user name, too.
  await expect(page.getByRole('button', { name: 'Send a code' })).toBeVisible()
  await page.getByLabel('User name').fill(userName)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByRole('button', { name: /Again in \d+ s/ })).toBeDisabled()
  await page.getByLabel('Code from your mail').fill(await mailedCode(email, 'FORGET_PWD'))
  ownPassword = 'reeds beside the marshes'
  await page.getByLabel('New password', { exact: true }).fill(ownPassword)
  await page.getByLabel('New password again').fill(ownPassword)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Your password was set.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the sign-in' }).click()
  await fillSignIn(page)
  await expect(page.getByText(/^Good (morning|afternoon|evening)$/)).toBeVisible()
})

test('people ask for an account only where the site lets them', async ({ page }) => {
  await page.goto(url())
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask for an account' })).toHaveCount(0)
  await ask(
    `insert into setting (path, value, version) values ($1, '{"registration": true}', 1)
     on conflict (path) do update set value = coalesce(setting.value, '{}') || excluded.value`,
    ['/admin/system/v1/website/save'],
  )
  await page.reload()
  await page.getByRole('link', { name: 'Ask for an account' }).click()
  await page.getByLabel('E-mail address').fill('new@example.com')
  await page.getByLabel('Real name').fill('Noor Saleh')
  await page.getByLabel('Company').fill('Date Palm Software')
  await page.getByRole('button', { name: 'I cannot see the picture' }).click()
  await expect(page.getByText('This computer has proved')).toBeVisible()
  await page.getByRole('button', { name: 'Ask for the account' }).click()
  await expect(page.getByText('Look into your mailbox')).toBeVisible()
})

test('a passkey lets its owner in without name, password or code', async ({ page, context }) => {
  await plugInKey(context, page)
  await enter(page)
  await open(page, '/ucenter?tab=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const form = page.locator('form').filter({ hasText: 'How you will recognise it' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Security key')
  await proofIsOld()
  await form.getByRole('button', { name: 'Add a passkey' }).click()
  await prove(page)
  await expect(page.getByText('The passkey is ready to sign in with')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Security key' })).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto(`${url()}/#/login`)
  await page.reload()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

test('an authenticator is bound and asked for from then on', async ({ page, context }) => {
  await enter(page)
  await open(page, '/ucenter?tab=security')
  await proofIsOld()
  await page.getByRole('button', { name: 'Set up an authenticator' }).click()
  await prove(page)
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = (await page.locator('form code').innerText()).replaceAll(' ', '')
  await page.getByLabel(/^Code of the authenticator/).fill(totpOf(secret))
  await page.getByRole('button', { name: 'Use this authenticator' }).click()
  await expect(
    page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
  ).toHaveCount(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await signOutIn(page)
  await fillSignIn(page)
  await page.getByLabel('Code of your authenticator').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('The code is wrong')).toBeVisible()
  // Each is good once: the next one, which the server takes a little early.
  await page.getByLabel('Code of your authenticator').fill(totpOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await forgetFactor(context)
})

test('a session that ends over a half-filled form loses nothing', async ({ page }) => {
  await enter(page)
  await open(page, '/system/area')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const form = page.getByRole('dialog', { name: 'Add area' })
  await form.getByRole('textbox', { name: /^Name/ }).fill('A half-filled area')
  await form.getByRole('combobox', { name: /^Type/ }).selectOption({ index: 1 })
  await form.getByRole('textbox', { name: /^Code/ }).fill('HALF')
  // It ends while the call is on its way: the live stream tells of it sooner than anybody can click.
  await page.route(
    '**/area/add',
    async (route) => {
      await ask(
        `update session set revoked_at = now() from app_user
         where app_user.id = session.user_id and app_user.user_name = $1`,
        [userName],
      )
      await route.continue()
    },
    { times: 1 },
  )
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.getByLabel('Password', { exact: true }).fill(ownPassword)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The call that failed went on by itself.
  await expect(page.getByRole('cell', { name: 'A half-filled area', exact: true })).toBeVisible()
})

test('signing out reaches every other tab of the browser', async ({ page, context }) => {
  await enter(page)
  const other = await context.newPage()
  await other.goto(`${url()}/#/device/list`)
  await expect(other.getByText(/^Total \d/)).toBeVisible()
  await signOutIn(page)
  await expect(other).toHaveURL(/#\/login/)
  await expect(other.getByLabel('User name')).toBeVisible()
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a password that somebody else set is changed before anything else', async ({ page }) => {
  await ask('update app_user set must_change_password = true where user_name = $1', [userName])
  await page.goto(url())
  await fillSignIn(page)
  await expect(page).toHaveURL(/#\/ucenter\?firstLogin=1/)
  await expect(page.getByRole('main').getByRole('tab')).toHaveText(['Password'])
  ownPassword = 'barges on the wide canal'
  await page.getByLabel(/^New password( \*)?$/).fill(ownPassword)
  await page.getByLabel(/^New password again/).fill(ownPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).not.toHaveURL(/ucenter/)
})

async function signOutIn(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: userName }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByLabel('User name')).toBeVisible()
}

/** The tests after this one sign in without it. */
async function forgetFactor(context: BrowserContext): Promise<void> {
  await ask(
    `delete from second_factor using app_user
     where app_user.id = second_factor.user_id and app_user.user_name = $1`,
    [userName],
  )
  await context.clearCookies()
}

/** What an authenticator shows (RFC 6238), `steps` of 30 seconds from now. */
function totpOf(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', base32(secret)).update(counter).digest()
  const start = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function base32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A security key with a person who touches it at once. */
async function plugInKey(context: BrowserContext, page: Page): Promise<void> {
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

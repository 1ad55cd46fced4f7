import { crc32, deflateSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { open, signIn, test, url, watchForFaults } from './people.ts'

/** A real PNG of one colour, 64 by 64. */
function picture(): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const part = Buffer.concat([Buffer.from(name), body])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(part))
    return Buffer.concat([length, part, sum])
  }
  const head = Buffer.from('00000040000000400802000000', 'hex')
  const row = Buffer.concat([Buffer.of(0), Buffer.from('c22626'.repeat(64), 'hex')])
  const rows = deflateSync(Buffer.concat(Array.from({ length: 64 }, () => row)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

async function agree(page: Page, name: string): Promise<void> {
  await page
    .getByRole('alertdialog')
    .or(page.locator('dialog'))
    .getByRole('button', { name })
    .click()
}

test('name, logo and copyright of the site stand on the sign-in page', async ({
  page,
  browser,
}) => {
  const faults = watchForFaults(page)
  await signIn(page)
  await open(page, '/system/website')
  await page.getByRole('textbox', { name: 'Site name' }).fill('Tigris Bank Terminals')
  await page.getByLabel('Copyright line').fill('© Tigris Bank')
  await page.getByLabel('Show the site name beside the logo').uncheck()
  const logo = page.locator('input[type=file][data-use=logo]')
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture() })
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(url())
  await expect(visitor).toHaveTitle(/Tigris Bank Terminals/)
  await expect(visitor.getByText('Tigris Bank Terminals').first()).toBeVisible()
  await expect(visitor.getByText('© Tigris Bank')).toBeVisible()
  const shown = visitor.locator('img[src^="/media/"]').first()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
  await visitor.context().close()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Site name' })).toHaveValue(
    'Tigris Bank Terminals',
  )
  await expect(page.getByRole('navigation').first()).not.toContainText('Tigris Bank Terminals')
  await page.getByRole('button', { name: 'Reset to the defaults' }).click()
  await agree(page, 'Reset to the defaults')
  await expect(page.getByRole('textbox', { name: 'Site name' })).toHaveValue(
    'Terminal Management System',
  )
  expect(faults).toEqual([])
})

test('a mail says what an administrator words anew', async ({ page }) => {
  const faults = watchForFaults(page)
  await signIn(page)
  await open(page, '/system/mail?tab=templates&code=TEST&language=en')
  await page.getByRole('row', { name: /Test/ }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Subject').fill('Greetings from {{server}}')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByLabel('Text of the mail')).toHaveValue(/^Greetings from smtp\.bank/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your own')).toBeVisible()
  await page.getByRole('button', { name: 'Reset', exact: true }).last().click()
  await agree(page, 'Reset')
  await expect(page.getByText('As shipped')).toBeVisible()
  expect(faults).toEqual([])
})

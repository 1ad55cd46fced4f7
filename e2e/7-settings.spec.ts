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
  await signIn(page, { at: '/system/website' })
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
  await signIn(page, { at: '/system/mail?tab=templates&code=TEST&language=en' })
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

/** Stands for Google's loader: a map that says where it looks, and what it can reach of the console. */
const standIn = `
  class Map {
    constructor(place, { center, zoom }) {
      this.place = place
      place.style.background = 'repeating-linear-gradient(45deg, #cde 0 20px, #eef 20px 40px)'
      this.moveCamera({ center, zoom })
    }
    moveCamera({ zoom }) {
      let storage = 'none'
      try { storage = String(localStorage.length) } catch {}
      this.place.textContent = [self.origin, storage, zoom.toFixed(2)].join(' ')
    }
  }
  window.google = { maps: { importLibrary: async () => ({ Map }) } }
  window[new URL(document.currentScript.src).searchParams.get('callback')]()`

test('a map service with a key draws in a frame of no origin; where it fails the built-in map is back', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await signIn(page, { at: '/system/website?tab=map' })
  await page.getByLabel('Key').first().fill('AIza-stand-in')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const asked: string[] = []
  await page.route('https://maps.googleapis.com/**', async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/javascript', body: standIn })
  })
  await page.goto(`${url()}/#/device/location`)
  await page.reload()
  const map = page.locator('main [data-map=ready]:visible').first()
  const drawn = map.frameLocator('iframe').locator('#map')
  await expect(drawn).toHaveText(/^null none \d/)
  expect(asked[0]).toContain('key=AIza-stand-in')
  const before = await drawn.textContent()
  await page.getByRole('button', { name: 'Zoom in' }).first().click()
  await expect
    .poll(async () => Number((await drawn.textContent())?.split(' ')[2]))
    .toBeGreaterThan(Number(before?.split(' ')[2]))
  expect(faults).toEqual([])
  await page.unroute('https://maps.googleapis.com/**')
  await page.route('https://maps.googleapis.com/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('The map service did not answer')).toBeVisible()
  await expect(page.locator('main [data-map=ready]:visible').first()).toBeVisible()
  await open(page, '/system/website?tab=map')
  await page.getByRole('button', { name: 'Reset to the defaults' }).click()
  await agree(page, 'Reset to the defaults')
})

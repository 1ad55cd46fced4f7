import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { ask } from './database.ts'
import { open, signIn, test } from './people.ts'

const megabyte = 1024 * 1024

test('a file is sent in parts, and after a cut only what was missing', async ({ page }) => {
  await signIn(page, { at: '/system/upload' })
  const buffer = Buffer.from(randomBytes(6 * megabyte).toString('hex'))
  const file = { name: 'night.log', mimeType: 'text/plain', buffer }
  const sent: string[] = []
  const arrived: string[] = []
  const partOf = (address: string) => /\/upload\/chunk\/[^/]+\/(\d+)$/.exec(address)?.[1]
  page.on('request', (request) => {
    const part = partOf(request.url())
    if (part !== undefined) sent.push(part)
  })
  page.on('response', (response) => {
    const part = partOf(response.url())
    if (part !== undefined && response.ok()) arrived.push(part)
  })
  // The line breaks in the second of three parts.
  await page.route(/\/upload\/chunk\/[^/]+\/1$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Upload files' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Upload files' })
  await dialog.getByLabel('Used for').selectOption('log')
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect.poll(() => [...new Set(sent)].toSorted()).toEqual(['0', '1', '2'])
  // A pause would take back what is still under way.
  await expect.poll(() => [...new Set(arrived)].toSorted()).toEqual(['0', '2'])
  await dialog.getByRole('button', { name: 'Pause: night.log' }).click()
  await expect(dialog.getByText('Paused')).toBeVisible()
  await page.unroute(/\/upload\/chunk\/[^/]+\/1$/)
  sent.length = 0
  await dialog.getByRole('button', { name: 'Go on: night.log' }).click()
  await expect(dialog.getByText('Stored', { exact: true })).toBeVisible()
  expect(sent).toEqual(['1'])
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  const row = page.getByRole('row').filter({ hasText: 'night.log' })
  await expect(row.getByText('Stored')).toBeVisible()
})

const sheet = [
  'Code,Name,Type,Parent area,Currency',
  'REED-1,Reed marshes,province,,IQD',
  'REED-2,Reed lakes,lake,,IQD',
  'REED-3,Reed banks,city,,XQQ',
  'REED-4,Reed town,city,REED-1,IQD',
].join('\n')

test('a sheet with bad rows says which, brings in the good ones and tells of each', async ({
  page,
}) => {
  await signIn(page, { at: '/system/area' })
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog.getByLabel('Choose a file').setInputFiles({
    name: 'areas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sheet),
  })
  await expect(dialog.getByText('Some rows cannot be imported.')).toBeVisible()
  const faultOf = (value: string) => dialog.getByRole('row').filter({ hasText: value })
  await expect(faultOf('lake')).toContainText(/^3Type/)
  await expect(faultOf('XQQ')).toContainText(/^4Currency/)
  expect(await ask(`select from timezone_area where code like 'REED-%'`)).toEqual([])
  await dialog.getByRole('button', { name: 'Import the 2 good rows' }).click()
  await expect(dialog.getByText('The import has ended')).toBeVisible()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Result sheet' }).click()
  const result = readFileSync(await (await saved).path(), 'utf8')
  expect(result).toMatch(/REED-1.*Added/)
  expect(result).toMatch(/REED-2.*Refused/)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await open(page, '/system/area?keyword=reed-')
  await expect(page.locator('tbody tr[data-row]:visible')).toHaveCount(2)
})

import { type Device, deviceLife, devices } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { deviceOf, onePage } from '../../../../test/devices.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { LifeDialog } from './LifeDialog.tsx'

const old = deviceOf(1, {
  modelName: 'Aurora Mini',
  orgName: 'Marsh Payments',
  stationName: 'River Bakery',
})
let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
})
afterEach(cleanup)

const field = () => screen.findByLabelText(/^Serial number/, { selector: 'input' })

/** The serial number of another terminal is typed into the dialog of a swap. */
async function name(change: Partial<Device>) {
  const next = deviceOf(2, { lifecycle: 'STOCK', ...change })
  server.reply(devices.page, () => onePage([next]))
  const nothing = () => undefined
  const record = { act: 'SWAP' as const, device: old, chosen: null }
  show(<LifeDialog dialog={{ isOpen: true, record, open: nothing, close: nothing }} />)
  await userEvent.type(await field(), next.sn.toLowerCase())
  const told = await screen.findByRole('status')
  expect(server.of(deviceLife.swap)).toEqual([])
  return [...told.children].map((line) => line.textContent)
}

it('says what the other terminal is, and what changes with it', async () => {
  const told = await name({ modelName: 'Aurora A8', orgName: 'Tigris Bank', stationName: 'Depot' })
  expect(told).toEqual([
    'TEST-0002 is of the model Aurora A8 and of Tigris Bank: In stock.',
    'Another model takes the place: Aurora A8 for Aurora Mini.',
    'It leaves Tigris Bank for Marsh Payments.',
    'It leaves the station Depot.',
    'It goes to the station River Bakery.',
  ])
})

it('says where nothing else changes', async () => {
  const { modelName, orgName, stationName } = old
  const told = await name({ modelName, orgName, stationName })
  expect(told.at(1)).toBe('Model, organisation and station stay the same.')
})

it('says before anybody sends it that it cannot take the place', async () => {
  const told = await name({ lifecycle: 'ACTIVE' })
  expect(told.at(1)).toBe('Only a terminal in stock or assigned can take its place')
})

it('offers what is in stock, of the same model first, and takes it by a choice', async () => {
  const spare = (n: number, modelId: string) => deviceOf(n, { lifecycle: 'STOCK', modelId })
  const stock = [spare(7, 'm2'), spare(8, 'm1')]
  server.reply(devices.page, ({ query }) => {
    if (query['sn'])
      return onePage([{ ...old, modelId: 'm1' }, ...stock].filter(({ sn }) => sn === query['sn']))
    return onePage(stock.filter(({ modelId }) => modelId === (query['modelId'] ?? modelId)))
  })
  const nothing = () => undefined
  const record = { act: 'SWAP' as const, device: { ...old, modelId: 'm1' }, chosen: null }
  show(<LifeDialog dialog={{ isOpen: true, record, open: nothing, close: nothing }} />)
  await userEvent.click(await field())
  await waitFor(() =>
    expect(
      screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('TEST-0008'), expect.stringContaining('TEST-0007')]),
  )
  expect(
    server.of(devices.page).every(({ query }) => query['sn'] ?? query['lifecycle'] === 'STOCK'),
  ).toBe(true)
  const [first] = screen.getAllByRole('option', { hidden: true })
  if (first) await userEvent.click(first)
  expect(await field()).toHaveProperty('value', 'TEST-0008')
})

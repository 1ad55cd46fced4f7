import {
  devices,
  type Functional,
  functionalNames,
  functionals,
  organizations,
} from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { StandingDialog } from './StandingDialog.tsx'

// Only what the dialog shows of a profile.
const profile = {
  ...Object.fromEntries(functionalNames().map((name) => [name, null])),
  id: '00000000-0000-7000-8000-000000000001',
  name: 'Loud',
  revision: 4,
} as Functional
const shop = { id: '00000000-0000-7000-8000-000000000009', name: 'Shop', code: 'S' }

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  server = answerCalls()
  server.reply(organizations.list, () => [shop])
  server.reply(organizations.tree, () => [])
})
afterEach(cleanup)

const noop = () => undefined
const showDialog = () =>
  show(<StandingDialog dialog={{ isOpen: true, record: profile, open: noop, close: noop }} />)

it('shows how many terminals stand how, and each figure leads to their list', async () => {
  signInAs('all')
  const stands = { HELD: 1200, BEHIND: 3, SILENT: 0, REFUSED: 1 }
  server.reply(functionals.standing, () => ({ count: 1204, stands }))
  showDialog()
  expect(await screen.findByText('Revision 4 is in force.')).toBeTruthy()
  const figures = screen.getAllByRole('button', { name: /show them/ })
  expect(figures.map(({ textContent }) => textContent)).toEqual(['1,200', '3', '0', '1'])
  await userEvent.click(screen.getByRole('button', { name: 'Hold older settings: 3, show them' }))
  expect(location.hash).toBe(`#/device/list?profileId=${profile.id}&profileStand=BEHIND`)
})

it('leads nowhere who may not see the list of terminals', async () => {
  signInAs([functionals.standing.permission])
  server.reply(functionals.standing, () => ({
    count: 2,
    stands: { HELD: 2, BEHIND: 0, SILENT: 0, REFUSED: 0 },
  }))
  showDialog()
  expect(await screen.findByRole('cell', { name: '2' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /show them/ })).toBeNull()
  expect(devices.page.permission).not.toBe(functionals.standing.permission)
})

it('asks for an organisation where there are too many to look at', async () => {
  signInAs('all')
  server.reply(functionals.standing, () => ({ count: 1_000_000, stands: null }))
  showDialog()
  expect(await screen.findByText(/It is for 1,000,000 terminals/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

import { devices, type PlanTerminal, plans, type PlanWait } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useSession } from '../../../kit/session.ts'
import { PlanTerminals, type ShownTerminals } from './PlanTerminals.tsx'
import { untilNext } from './watched.ts'
import { WaveWaits } from './WaveWaits.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

const wait = (more: Partial<PlanWait>): PlanWait => ({
  wave: 1,
  for: 'SUCCESS',
  count: 18,
  needed: 19,
  until: null,
  terminals: [],
  capped: false,
  ...more,
})

it('says in a sentence why each wave waits, and opens the terminals that a figure counts', async () => {
  const shown: ShownTerminals[] = []
  const held = { count: 2, until: null, reason: null }
  const waits = [
    wait({ terminals: [{ ...held, for: 'OFFLINE' }] }),
    wait({ wave: 2, for: 'BEFORE', count: null, needed: null }),
  ]
  show(<WaveWaits waits={waits} show={(which) => shown.push(which)} />)
  expect(screen.getByText('Wave 1 waits until 19 of its terminals are well; 18 are.')).toBeTruthy()
  expect(screen.getByText('Wave 2 waits for the waves before it.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Offline: 2' }))
  expect(shown).toEqual([{ wave: 1, waitsFor: 'OFFLINE' }])
})

it('names a time only as long as it is to come, and is read again then', () => {
  const held = (ms: number, what: 'RETRY' | 'USER' | 'WIFI' = 'RETRY') => ({
    for: what,
    count: 3,
    until: new Date(Date.now() + ms).toISOString(),
    reason: null,
  })
  show(<WaveWaits waits={[wait({ terminals: [held(-1000)] })]} show={() => undefined} />)
  expect(screen.getByRole('button', { name: 'Begins anew: 3' })).toBeTruthy()
  cleanup()
  const waits = [wait({ terminals: [held(-1000, 'WIFI'), held(60_000), held(90_000, 'USER')] })]
  show(<WaveWaits waits={waits} show={() => undefined} />)
  expect(
    screen.getAllByRole('button', { name: /^(Begins anew|Put off by its user) \(until .*\): 3$/ }),
  ).toHaveLength(2)
  const next = untilNext(waits)
  expect(next).toBeGreaterThan(55_000)
  expect(next).toBeLessThanOrEqual(61_000)
  // The clock of a browser goes no further.
  expect(untilNext([wait({ until: '2099-01-01T00:00:00.000Z' })])).toBe(2 ** 31 - 1)
  expect(untilNext([wait({ terminals: [held(-1000)] })])).toBe(false)
})

it('tells no number to who does not see all terminals', () => {
  const waits = [wait({ count: null, needed: null })]
  show(<WaveWaits waits={waits} show={() => undefined} />)
  expect(screen.getByText('Wave 1 waits until enough of its terminals are well.')).toBeTruthy()
})

const id = '019a0000-0000-7000-8000-000000000001'
const terminal: PlanTerminal = {
  id,
  sn: 'SN-1',
  orgName: 'North',
  modelName: 'A8',
  wave: 2,
  figure: 'failed',
  state: 'FAILED',
  code: 'I201',
  outcome: null,
  waitsFor: null,
  waitsReason: null,
  waitsUntil: null,
}

it.each([
  ['and to the results of their wave', 'all', `#/upgrade/result?planId=${id}&wave=2`],
  [
    'alone where the reader has no results',
    [plans.terminals.permission, devices.detail.permission],
    undefined,
  ],
] as const)('leads from terminals of a plan to each of them, %s', async (_, rights, results) => {
  signInAs(rights)
  useSession.setState({ menu: [menuItem('/upgrade/result', { frontComponent: 'RESULT' })] })
  const server = answerCalls()
  server.reply(plans.terminals, () => ({ list: [terminal], total: 1, pageNum: 1, pageSize: 20 }))
  show(<PlanTerminals id={id} which={{ wave: 2 }} close={() => undefined} />)
  const to = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await to('SN-1')).toBe(`#/device/detail/${id}?tab=tasks`)
  expect(screen.queryByRole('link', { name: 'Results' })?.getAttribute('href')).toBe(results)
})

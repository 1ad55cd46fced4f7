import {
  type ResultGate,
  type ResultWhy,
  type UpgradeResult,
  upgradeResults,
} from '@muster/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useSession } from '../../../kit/session.ts'
import { ResultList } from './ResultList.tsx'
import { WhyDialog } from './WhyDialog.tsx'

listSpec('results of upgrades', { Screen: ResultList, page: upgradeResults.page })

const id = '019a0000-0000-7000-8000-000000000001'
const row: UpgradeResult = {
  id,
  pushId: id,
  deviceId: id,
  sn: 'SN-1',
  deviceName: null,
  orgName: 'North',
  modelName: 'A8',
  presence: 'ONLINE',
  state: 'QUEUED',
  step: null,
  percent: null,
  code: null,
  message: null,
  attempt: 1,
  waitsFor: null,
  waitsReason: null,
  waitsUntil: null,
  publishedAt: null,
  acceptedAt: null,
  endedAt: null,
  provedAt: null,
  bytes: null,
  file: null,
  answer: null,
  expiresAt: '2026-01-01T00:00:00.000Z',
  taskNo: 'T1',
  title: 'Image 2.0',
  part: 'FIRMWARE',
  fromVersion: '1.0',
  toVersion: '2.0',
  kbps: null,
  outcome: null,
  planNo: 'PL1',
  planId: id,
  planName: 'Spring',
  wave: 1,
  seconds: null,
}

let server: ReturnType<typeof answerCalls>
beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useSession.setState({ menu: [menuItem('/upgrade/plan', { frontComponent: 'PLAN' })] })
  server = answerCalls()
})
afterEach(cleanup)

type Gate = ResultWhy['gates'][number]
const passes = { passes: true, value: null, reason: null, until: null }
const fails = { ...passes, passes: false }

function showWhy(why: Partial<ResultWhy>): void {
  server.reply(upgradeResults.why, () => ({ plan: null, gates: [], asks: [], ...why }))
  const dialog = { isOpen: true, record: row, open: () => undefined, close: () => undefined }
  show(<WhyDialog dialog={dialog} />)
}

const lines = async (): Promise<string[]> =>
  (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

describe('why an upgrade is not done', () => {
  it('says each thing that may hold it back in its own words, and by what it was judged', async () => {
    const gates: Gate[] = [
      { ...fails, gate: 'PLAN', value: 'PAUSED' },
      { ...fails, gate: 'WAVE', value: 'FAILED' },
      { ...fails, gate: 'OTHER_PLAN', value: 'PL9' },
      { ...fails, gate: 'BEFORE', value: 'Agent 3' },
      { ...fails, gate: 'SENDING', value: 'WINDOW', reason: '22:00-04:00' },
      { ...passes, gate: 'TERMINAL', value: 'BATTERY' },
      { ...passes, gate: 'CONTACT', value: 'not said' },
      { ...fails, gate: 'PROOF', value: 'PAYMENTS', until: '2031-05-06T12:00:00.000Z' },
    ]
    showWhy({ gates })
    const said = await lines()
    const expected: Readonly<Record<ResultGate, RegExp>> = {
      PLAN: /^The plan goes on \(Paused\).*Holds back$/,
      WAVE: /^Its wave goes on \(Failed\).*Holds back$/,
      OTHER_PLAN: /^No other plan is at it \(PL9\).*Holds back$/,
      BEFORE: /^What comes before it is done \(Agent 3\).*Holds back$/,
      SENDING: /^Nothing keeps it from being sent \(.+\) 22:00-04:00.*Holds back$/,
      TERMINAL: /^The terminal goes on with it \(Battery too low\)\s*Passes$/,
      CONTACT: /^Heard of since the install\s*Passes$/,
      PROOF: /^Shown to be well \(Watched for payments\)\s*until .*2031.*Holds back$/,
    }
    for (const [nth, { gate }] of gates.entries()) expect(said[nth]).toMatch(expected[gate])
  })

  it('says what its version asks, what is not so first', async () => {
    const asks = [
      { code: 'S608', passes: true },
      { code: 'I205', passes: false },
    ]
    showWhy({ asks })
    expect(await screen.findByText('Nothing holds it back.')).toBeTruthy()
    const said = await lines()
    expect(said[0]).toMatch(/Holds back$/)
    expect(said[1]).toMatch(/Passes$/)
    expect(screen.getByRole('group').hasAttribute('open')).toBe(true)
  })

  it('links its plan with the reason of it, or tells the number alone to who does not see it', async () => {
    const plan = { wave: 1, waveState: null, waveReason: null, planNo: 'PL1' } as const
    showWhy({ plan: { ...plan, id, name: 'Spring', state: 'STOPPED', reason: 'Not now' } })
    const link = await screen.findByRole('link')
    expect(link.textContent).toBe('Spring PL1')
    expect(screen.getByText('Not now')).toBeTruthy()
    cleanup()
    showWhy({ plan: { ...plan, id: null, name: null, state: 'STOPPED', reason: null } })
    expect(await screen.findByText('PL1')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

it('lists the plan of a result as a link, and by its number alone where it is not seen', async () => {
  const rows = [row, { ...row, id: id.replace(/1$/, '2'), planId: null, planName: null }]
  server.reply(upgradeResults.page, () => ({ list: rows, total: 2, pageNum: 1, pageSize: 20 }))
  server.reply(upgradeResults.errors, () => [])
  show(<ResultList />)
  const [seen, unseen] = await screen.findAllByRole('cell', { name: /PL1/ })
  if (!seen || !unseen) throw new Error('there are no two rows')
  expect(within(seen).getByRole('link').textContent).toBe('Spring PL1')
  expect(unseen.textContent.trim()).toBe('PL1')
  expect(within(unseen).queryByRole('link')).toBeNull()
})

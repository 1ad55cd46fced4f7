import {
  codes,
  groups,
  models,
  organizations,
  type Plan,
  planOptions,
  planPractices,
  plans,
  upgradeVersions,
  users,
} from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { useSession } from '../../../kit/session.ts'
import { AskDialog } from './AskDialog.tsx'
import { PlanActs } from './PlanActs.tsx'
import { PlanForm } from './PlanForm.tsx'
import { PlanList } from './PlanList.tsx'
import type { AskedPlan } from './PlanMenu.tsx'
import { WatchDialog } from './WatchDialog.tsx'
import { type Aim, bringQuery, useAimed } from './aim.ts'
import type { Watched } from './watched.ts'
import { wavesFor } from './WavesField.tsx'

const id = '019a0000-0000-7000-8000-000000000001'
const moment = '2026-01-01T00:00:00.000Z'
const figures = {
  size: 0,
  waiting: 0,
  active: 0,
  installed: 0,
  succeeded: 0,
  failed: 0,
  noContact: 0,
  unwell: 0,
  leftOut: 0,
}
const plan: Plan = {
  id,
  status: 1,
  version: 1,
  createdAt: moment,
  updatedAt: moment,
  updatedBy: null,
  name: 'Spring',
  orgId: id,
  orgName: 'Bank',
  purpose: null,
  ticketNo: null,
  versionIds: [id],
  versionNames: ['Image 2.0'],
  kinds: ['FIRMWARE'],
  targets: { orgId: id },
  membership: 'FIXED',
  excluded: [],
  waveKind: 'SINGLE',
  waves: wavesFor('SINGLE'),
  onFailure: 'PAUSE',
  rollsBack: false,
  startAt: null,
  endAt: null,
  options: planOptions().parse({}),
  planNo: 'PL1',
  state: 'DRAFT',
  reason: null,
  wave: 0,
  waveCount: 1,
  ...figures,
  needsApproval: false,
  waitsForMe: false,
  rateNow: null,
  practice: null,
  seesAll: true,
  startedAt: null,
  endedAt: null,
  createdById: null,
  createdByName: null,
  submittedByName: null,
  approvedByName: null,
}

let server: ReturnType<typeof answerCalls>
beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(plans.update, () => plan)
  // One is going on: it is shown all the same.
  server.refuse(planPractices.begin, refuse(codes.warning, 'It goes on'))
})
afterEach(cleanup)

function Opened({ practise }: { readonly practise: (plan: Plan) => void }) {
  const form = useDialog<Plan>()
  const dialog = { ...form, isOpen: true, record: plan }
  return <PlanForm dialog={dialog} aim={null} practise={practise} />
}

it('saves a plan and begins its practice in one click, and only with that one', async () => {
  const practised: string[] = []
  show(<Opened practise={({ name }) => practised.push(name)} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(plans.update)).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save and practise' }))
  await waitFor(() => expect(practised).toEqual(['Spring']))
  expect(server.of(plans.update)).toHaveLength(2)
  expect(server.of(planPractices.begin)).toHaveLength(1)
})

it('goes on to read at the top of the step that it turns to', async () => {
  show(<Opened practise={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: /^Next: / }))
  const [shown] = screen.getAllByRole('button', { pressed: true })
  expect(document.activeElement).toBe(shown)
  await userEvent.click(screen.getByRole('button', { name: /^Back: / }))
  expect(document.activeElement).toBe(screen.getAllByRole('button', { pressed: true })[0])
  expect(document.activeElement).not.toBe(shown)
})

it('says beside every step what the server refuses of a step that is not shown', async () => {
  const named = ['startAt', 'ticketNo', 'purpose', 'membership', 'endAt']
  const fields = named.map((field) => ({ field, message: `No ${field}` }))
  server.refuse(plans.update, refuse(codes.badRequest, 'Not so', { fields }))
  show(<Opened practise={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  for (const field of named) expect(await screen.findByText(new RegExp(`No ${field}`))).toBeTruthy()
})

it('says what the server refuses of a part at the field that it is a part of', async () => {
  const fields = [{ field: 'targets.sns', message: 'NOBODY-1 is not known' }]
  server.refuse(plans.update, refuse(codes.badRequest, 'Not so', { fields }))
  show(<Opened practise={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('For whom: NOBODY-1 is not known')
})

/** The form of a new plan. */
function New({ aim = null }: { readonly aim?: Aim | null }) {
  const dialog = { ...useDialog<Plan>(), isOpen: true }
  return <PlanForm dialog={dialog} aim={aim} practise={() => undefined} />
}

const variantOf = (name: string | RegExp) =>
  screen.getByRole('button', { name }).getAttribute('data-variant')

it('leads on by its one button that catches the eye, to the last step', async () => {
  for (const { list } of [organizations, groups, upgradeVersions]) server.reply(list, () => [])
  show(<New />)
  expect((await screen.findByRole('button', { name: 'Add' })).dataset['variant']).toBe('default')
  expect(variantOf('Basics')).toBe('light')
  expect(variantOf('Next: Terminals')).toBe('filled')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(variantOf('Add')).toBe('filled')
  cleanup()
  show(<Opened practise={() => undefined} />)
  expect((await screen.findByRole('button', { name: 'Save' })).dataset['variant']).toBe('filled')
})

it.each([
  ['many', null, 'Percent ladder', 4],
  ['a few that were chosen', { targets: { sns: ['REED-7'] } }, 'All at once', 1],
])('feels its way up where it is for %s', async (_, aim, divided, waves) => {
  for (const { list } of [organizations, groups, upgradeVersions]) server.reply(list, () => [])
  show(<New aim={aim} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Waves' }))
  const way = screen.getByLabelText<HTMLSelectElement>('How terminals are divided')
  expect(way.selectedOptions[0]?.textContent).toBe(divided)
  expect(screen.getAllByText(/^Wave \d/)).toHaveLength(waves)
})

function Aimed() {
  const { aim, dialog } = useAimed(useDialog<Plan>())
  return <PlanForm dialog={dialog} aim={aim} practise={() => undefined} />
}

it('begins with the version that the address brings, and forgets it with the form', async () => {
  for (const { list } of [organizations, groups]) server.reply(list, () => [])
  server.reply(upgradeVersions.list, () => [{ id, name: 'Image 2.0', code: null }])
  const address = show(<Aimed />, bringQuery(id))
  expect(await screen.findByText('Image 2.0')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(address.query['bring']).toBeFalsy()
  await waitFor(() => expect(screen.queryByText('Image 2.0')).toBeNull())
})

it('lists plans with part and times, by part, maker and times, and leads to their results', async () => {
  useSession.setState({ menu: [menuItem('/upgrade/result', { frontComponent: 'RESULT' })] })
  const going = { state: 'RUNNING', startedAt: moment, endAt: '2031-05-06T00:00:00.000Z' } as const
  const list = [{ ...plan, ...going }]
  server.reply(plans.page, () => ({ list, total: 1, pageNum: 1, pageSize: 20 }))
  for (const picked of [models, organizations, upgradeVersions, users])
    server.reply(picked.list, () => [{ id, name: 'Nadia', code: null }])
  const filter = { kind: 'FIRMWARE', createdById: id, modelId: id, from: moment, to: moment }
  show(<PlanList />, filter)
  for (const name of ['Part', 'Ends', 'Begins', 'Status'])
    expect(await screen.findByRole('columnheader', { name })).toBeTruthy()
  expect(within(screen.getByRole('table')).getByText(/Firmware/)).toBeTruthy()
  expect(screen.getByText(/2031/)).toBeTruthy()
  const line = document.querySelector<HTMLElement>('search')
  if (!line) throw new Error('there is no line of filters')
  for (const name of [/^Part Firmware/, /^Made by/, /^Model/, /^Begins from/, /^Begins before/])
    expect(within(line).getByRole('button', { name })).toBeTruthy()
  expect(server.of(plans.page)[0]?.query).toMatchObject(filter)
  await userEvent.click(screen.getByRole('button', { name: 'Actions of Spring' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Results', hidden: true }))
  expect(location.hash).toBe(`#/upgrade/result?planId=${id}`)
})

it('lets whoever has to approve a plan watch it, too', async () => {
  const list = [{ ...plan, state: 'APPROVAL' as const, waitsForMe: true }]
  server.reply(plans.page, () => ({ list, total: 1, pageNum: 1, pageSize: 20 }))
  show(<PlanList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of Spring' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Watch', hidden: true }))
  await waitFor(() => expect(server.of(plans.detail)).toHaveLength(1))
})

it('asks for a decision over what is watched, and goes back there', async () => {
  const waits = { ...handedIn, waitsForMe: true }
  server.reply(plans.page, () => ({ list: [waits], total: 1, pageNum: 1, pageSize: 20 }))
  server.reply(plans.detail, () => waits)
  server.reply(plans.meant, () => ({ total: 1, eligible: 1 }))
  server.reply(plans.progress, () => nothingYet)
  show(<PlanList />)
  // First asked by itself: then its code is here before that of what is watched.
  const ask = () => screen.findByRole('dialog', { name: 'Approve: Spring' })
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await ask()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Actions of Spring' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Watch', hidden: true }))
  const watched = await screen.findByRole('dialog', { name: /^Spring/ })
  await userEvent.click(await within(watched).findByRole('button', { name: 'Approve' }))
  const asked = await ask()
  expect(watched.compareDocumentPosition(asked)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([watched]))
})

/** The dialog of an act, open. */
function Asked({ act, of = plan }: { readonly act: AskedPlan['act']; readonly of?: Plan }) {
  const dialog = useDialog<AskedPlan>()
  return <AskDialog dialog={{ ...dialog, isOpen: true, record: { id, plan: of, act } }} />
}

function Acts({ of }: { readonly of: Plan }) {
  return <PlanActs plan={of} asking={useDialog<AskedPlan>()} />
}

const handedIn: Plan = {
  ...plan,
  version: 7,
  state: 'APPROVAL',
  purpose: 'New cards',
  ticketNo: 'CHG-1',
  excluded: ['ZZ-1'],
  waveKind: 'LADDER',
  waves: wavesFor('LADDER'),
  onFailure: 'ABORT',
  rollsBack: true,
  options: planOptions().parse({
    downloadWindow: { from: '22:00', until: '05:00', days: [1, 2, 3, 4, 5, 6, 7] },
    meteredMb: 25,
    payments: { share: 40, base: 12, hours: 36 },
  }),
}

/** What stands beside a name among the facts of a plan. */
const factOf = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

it('shows whoever approves all that the plan says, and approves what he has read', async () => {
  server.reply(plans.meant, () => ({ total: 120, eligible: 100 }))
  server.reply(plans.detail, () => handedIn)
  server.reply(plans.approve, () => handedIn)
  show(<Asked act="approve" of={handedIn} />)
  expect(await screen.findByText(/100 of 120 terminals get it/)).toBeTruthy()
  expect(factOf('Purpose')).toBe('New cards')
  expect(factOf('Change ticket')).toBe('CHG-1')
  expect(factOf('For whom')).toBe('Organisation and below: Bank')
  expect(factOf('Excluded serial numbers')).toContain('ZZ-1')
  expect(factOf('When a wave fails')).toBe('Stop')
  expect(factOf('Then bring terminals back to their version before')).toBe('Yes')
  expect(factOf('Begins')).toBe('When somebody starts it')
  expect(factOf('Hours to download')).toContain('By the clock where each terminal is.')
  expect(factOf('Hours to install')).toBe('At any hour')
  expect(factOf('Largest download over mobile data, MB')).toBe('25')
  expect(factOf('Least battery, %')).toBe('As each version asks')
  expect(factOf('Payments as usual')).toContain('judged at 12 payments')
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toContain('2Up to 5% of all955No limit60')
  expect(rows).toContain('4All others955No limit60')
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(server.of(plans.approve).map(({ body }) => body)).toEqual([{ version: 7 }]),
  )
})

const nothingYet = { waves: [], waits: [], behindOthers: 0, curve: [], back: null, forecast: null }

function Watching() {
  const watched = { ...useDialog<Watched>(), isOpen: true, record: { id } }
  return (
    <WatchDialog dialog={watched} asking={useDialog<AskedPlan>()} practising={useDialog<Plan>()} />
  )
}

it('shows what a plan says to whoever watches it, until it is at its first wave', async () => {
  server.reply(plans.meant, () => ({ total: 1, eligible: 1 }))
  server.reply(plans.progress, () => nothingYet)
  server.reply(plans.detail, () => handedIn)
  show(<Watching />)
  expect(await screen.findByRole('region', { name: 'What the plan says' })).toBeTruthy()
  cleanup()
  const begun: Plan = { ...handedIn, state: 'RUNNING', wave: 1 }
  server.reply(plans.detail, () => begun)
  show(<Watching />)
  expect(await screen.findByText('Running')).toBeTruthy()
  // Then what it says stands behind its name.
  const says = screen.getByText('What the plan says', { selector: 'summary' })
  expect(says.closest('details')?.open).toBe(false)
  expect(factOf('Purpose')).toBe('New cards')
})

it('says where a plan was changed since it was read, and approves it once it is read anew', async () => {
  server.reply(plans.meant, () => ({ total: 1, eligible: 1 }))
  server.reply(plans.detail, () => ({ ...handedIn, version: 8, purpose: 'Other cards' }))
  server.reply(plans.approve, () => handedIn)
  show(<Asked act="approve" of={handedIn} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Read it as it is now' }))
  expect(factOf('Purpose')).toBe('Other cards')
  expect(screen.queryByText('It was changed since you read it')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(server.of(plans.approve).map(({ body }) => body)).toEqual([{ version: 8 }]),
  )
})

it('rejects what was read, with a reason', async () => {
  server.reply(plans.meant, () => ({ total: 1, eligible: 1 }))
  server.reply(plans.detail, () => handedIn)
  server.reply(plans.reject, () => handedIn)
  show(<Asked act="reject" of={handedIn} />)
  await userEvent.type(await screen.findByLabelText(/Reason/), 'Too soon')
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await waitFor(() =>
    expect(server.of(plans.reject).map(({ body }) => body)).toEqual([
      { reason: 'Too soon', version: 7 },
    ]),
  )
})

it('offers a decision to nobody but whom the plan waits for', () => {
  show(<Acts of={handedIn} />)
  expect(screen.queryByRole('button', { name: /Approve|Reject/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
  cleanup()
  show(<Acts of={{ ...handedIn, waitsForMe: true }} />)
  expect(screen.getAllByRole('button', { name: /Approve|Reject/ })).toHaveLength(2)
})

it('changes the rate that a plan says before it begins, and says that a rate set by hand grows no more', async () => {
  const options = planOptions().parse({ ratePerMinute: 40, rateGrowth: 2 })
  server.reply(plans.setRate, () => plan)
  show(<Asked act="setRate" of={{ ...plan, state: 'APPROVED', options }} />)
  expect(await screen.findByText(/grows no more/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.of(plans.setRate).map(({ body }) => body)).toEqual([{ ratePerMinute: 40 }]),
  )
})

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
import { bringQuery, useAimed } from './aim.ts'
import { PlanForm } from './PlanForm.tsx'
import { PlanList } from './PlanList.tsx'
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
  options: planOptions.parse({}),
  planNo: 'PL1',
  state: 'DRAFT',
  reason: null,
  wave: 0,
  waveCount: 1,
  ...figures,
  needsApproval: false,
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

it('says beside every step what the server refuses of a step that is not shown', async () => {
  const named = ['startAt', 'ticketNo', 'purpose', 'membership', 'endAt']
  const fields = named.map((field) => ({ field, message: `No ${field}` }))
  server.refuse(plans.update, refuse(codes.badRequest, 'Not so', { fields }))
  show(<Opened practise={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  for (const field of named) expect(await screen.findByText(new RegExp(`No ${field}`))).toBeTruthy()
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

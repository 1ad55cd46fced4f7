import { codes, type Plan, planOptions, planPractices, plans } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { PlanForm } from './PlanForm.tsx'
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

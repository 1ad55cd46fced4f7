import { planOptions, plans, upgradeVersions } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'

const id = '019a0000-0000-7000-8000-000000000001'
const options = planOptions().parse({})
const usual = { versionIds: [id], targets: { orgId: id }, membership: 'FIXED', options }

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(plans.precheck, () => ({
    total: 3,
    eligible: 3,
    leftOut: [],
    unknown: { count: 0, examples: [] },
    needsApproval: false,
  }))
})
afterEach(cleanup)

it.each([
  ['needs nobody else as it is', usual, 0],
  ['needs a second person where it grows', { ...usual, membership: 'DYNAMIC' }, 1],
  [
    'needs a second person where it passes over blackout days',
    { ...usual, options: { ...options, blackouts: false } },
    1,
  ],
])('says that a plan of few terminals %s', async (_what, said, count) => {
  show(<ConfirmStep said={said} />)
  await userEvent.click(screen.getByRole('button', { name: 'Check terminals' }))
  expect(await screen.findByText('3 of 3 terminals', { exact: false })).toBeDefined()
  expect(screen.queryAllByText('Nobody approves it', { exact: false })).toHaveLength(count)
})

it('foretells nothing of a plan that no terminal would get', async () => {
  const leftOut = [{ code: 'I203', count: 3, examples: ['REED-1'] }]
  const check = { total: 3, eligible: 0, leftOut, needsApproval: true }
  server.reply(plans.precheck, () => ({ ...check, unknown: { count: 0, examples: [] } }))
  server.reply(plans.forecast, () => ({ minutes: 0, late: 0, peakMbits: 0, curve: [], waves: [] }))
  show(<ConfirmStep said={usual} />)
  await userEvent.click(screen.getByRole('button', { name: 'Check terminals' }))
  expect(await screen.findByText('0 of 3 terminals', { exact: false })).toBeDefined()
  expect(screen.queryByText(/Done in/)).toBeNull()
  expect(screen.queryByText('Nobody approves it', { exact: false })).toBeNull()
})

it('says of its forecast that it knows nothing of terminals that are away', async () => {
  server.reply(plans.forecast, () => ({ minutes: 39, late: 0, peakMbits: 1, curve: [], waves: [] }))
  const times = { waveKind: 'SINGLE', waves: [{}], startAt: null, endAt: null }
  show(<ConfirmStep said={{ ...usual, ...times }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Check terminals' }))
  expect(await screen.findByText(/Done in 39 min if .* all terminals are online/)).toBeDefined()
})

it('says what was chosen, and leaves the focus on the button that checks it', async () => {
  server.reply(upgradeVersions.list, () => [{ id, name: 'Card tables', code: null }])
  const times = { waveKind: 'SINGLE', waves: [{}], startAt: null, endAt: null }
  show(<ConfirmStep said={{ ...usual, ...times, targets: { sns: ['REED-7'] } }} />)
  expect(await screen.findByText(/Card tables/)).toBeDefined()
  expect(screen.getByText(/REED-7/)).toBeDefined()
  expect(screen.getByText('When somebody starts it')).toBeDefined()
  const button = screen.getByRole('button', { name: 'Check terminals' })
  // As a browser does by itself with what is disabled.
  server.reply(plans.forecast, () => {
    button.blur()
    return { minutes: 0, late: 0, peakMbits: 0, curve: [], waves: [] }
  })
  await userEvent.click(button)
  expect(await screen.findByText('3 of 3 terminals', { exact: false })).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(button))
})

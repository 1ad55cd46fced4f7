import { orgApks, type Release } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { Steps } from './ReleaseFacts.tsx'
import { ReleaseActs } from './ReleaseActs.tsx'

const id = '019a0000-0000-7000-8000-000000000001'
const at = '2026-01-01T00:00:00.000Z'
const release: Release = {
  id,
  apkId: id,
  versionName: '2.4.0',
  versionCode: 240,
  state: 'RUNNING',
  percent: 20,
  steps: [5, 20, 50, 100],
  successPercent: 95,
  errorPercent: 5,
  minResults: 10,
  startedAt: at,
  widenedAt: at,
  endedAt: null,
  reached: 30,
  succeeded: 29,
  failed: 1,
  nextPercent: 50,
  reason: null,
  pushes: [],
}

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useQuestion.setState({ asked: null })
  server = answerCalls()
  server.reply(orgApks.steer, () => ({ percent: 50, state: 'RUNNING' as const }))
})
afterEach(cleanup)

async function widen(count: number, capped = false) {
  server.reply(orgApks.nextShare, () => ({ percent: 50, count, capped }))
  show(<ReleaseActs policyId={id} release={release} />)
  await userEvent.click(screen.getByRole('button', { name: 'Widen' }))
  await waitFor(() => expect(useQuestion.getState().asked).not.toBeNull())
  expect(server.of(orgApks.steer)).toEqual([])
  return useQuestion.getState().asked
}

it('says to how many terminals more a release is brought before it is widened', async () => {
  const asked = await widen(450)
  expect(asked?.text).toContain('50% of the terminals? 450 terminals more get it.')
  // From 100 on it is typed.
  expect(asked?.count).toBe(450)
  asked?.answer(true)
  await waitFor(() => expect(server.of(orgApks.steer)).toHaveLength(1))
})

it('leaves it as it is where nobody agrees, and says that nobody counted further', async () => {
  const asked = await widen(9000, true)
  expect(asked?.text).toContain('At least 9')
  asked?.answer(false)
  await waitFor(() => expect(useQuestion.getState().asked).toBeNull())
  expect(server.of(orgApks.steer)).toEqual([])
})

it('shows the shares that a release goes through, and where it stands', () => {
  show(<Steps release={release} />)
  const steps = screen.getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual(['5%', '20%', '50%', '100%'])
  expect(steps.map((step) => step.hasAttribute('data-done'))).toEqual([true, true, false, false])
  expect(steps.find((step) => step.getAttribute('aria-current'))?.textContent).toBe('20%')
})

import { session } from '@muster/contract'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { memoryDatabase } from '../../../../test/memoryDatabase.ts'
import { prepareBrowser } from '../../../../test/show.tsx'
import { forgetSession, useSession } from '../../../kit/session.ts'
import { keepRecord } from '../../../platform/keyStore.ts'
import { forgetRecord } from '../../../platform/proof.ts'
import { Impersonation } from './Impersonation.tsx'
import { noteSession, useImpersonation } from './state.ts'

const minute = 60_000
/** How far the server's clock is ahead of this computer's. */
const clockOffset = 2 * minute

let server: ReturnType<typeof answerCalls>
let stop: () => void

beforeEach(async () => {
  prepareBrowser()
  memoryDatabase()
  forgetRecord()
  server = answerCalls()
  const flags = { firstLogin: 0, initEmail: 0, pwdCheck: 0, bindFactor: 0 } as const
  await keepRecord({ clientId: 'look', key: null, userName: 'zaid', ...flags, clockOffset })
  useImpersonation.setState({ name: null, endsAt: 0, isOver: false })
  useSession.setState({ token: 'token' })
  stop = useSession.subscribe(noteSession)
})
afterEach(() => {
  stop()
  cleanup()
  forgetSession()
  vi.unstubAllGlobals()
})

/** The console was loaded as the account; so long is left, by the server's clock. */
async function begin(left: number): Promise<void> {
  const until = new Date(Date.now() + clockOffset + left).toISOString()
  const user = { userName: 'zaid', impersonation: { by: 'layla', until } }
  useSession.setState({ user: user as never })
  render(<Impersonation />)
  await screen.findByRole('region', { name: 'Look as another account' })
}

it('says as whom, that nothing can be changed, and how long still by the server’s clock', async () => {
  await begin(12 * minute - 5_000)
  const banner = screen.getByRole('region')
  expect(banner.textContent).toContain('You see the console as zaid. Nothing can be changed.')
  expect(banner.textContent).toContain('12 minutes left')
})

it('counts the last minute in seconds, and covers the page when it has passed', async () => {
  await begin(1_500)
  expect(screen.getByRole('region').textContent).toMatch(/[12] seconds? left/)
  await screen.findByRole('heading', { name: /is over/ })
  expect(screen.queryByRole('region')).toBeNull()
  expect(useSession.getState()).toMatchObject({ token: null, user: null })
})

it('ends by its button: the server is told, and the page says so', async () => {
  server.reply(session.logout, () => null)
  const close = vi.fn<() => void>()
  vi.stubGlobal('close', close)
  await begin(12 * minute)
  await userEvent.click(screen.getByRole('button', { name: 'End' }))
  await screen.findByRole('heading', { name: /is over/ })
  expect(server.of(session.logout)).toHaveLength(1)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})

it('asks for nobody’s password when the server has ended it', async () => {
  await begin(12 * minute)
  act(() => useSession.setState({ token: null, lapsed: true }))
  await screen.findByRole('heading', { name: /is over/ })
  expect(useSession.getState()).toMatchObject({ lapsed: false, user: null })
  expect(screen.getByRole('link', { name: 'To my own console' })).toBeTruthy()
})

it('does not come back once it is over', async () => {
  await begin(12 * minute)
  act(() => useSession.setState({ token: null, lapsed: true }))
  act(() => useSession.setState({ token: 'another' }))
  expect(screen.queryByRole('region')).toBeNull()
})

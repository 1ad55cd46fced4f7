import { codes, secondFactor } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { memoryDatabase } from '../../../../test/memoryDatabase.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { forgetSession, useSession } from '../../../kit/session.ts'
import { currentAddress, navigate } from '../../../platform/address.ts'
import { SecurityTab } from './SecurityTab.tsx'

let server: ReturnType<typeof answerCalls>

const unbound = { bound: false, boundAt: null, required: false, recoveryCodesLeft: 0 }
const bound = { ...unbound, bound: true, boundAt: '2026-11-20T08:00:00Z', recoveryCodesLeft: 10 }
const started = { secret: 'ABCDEFGH', uri: 'otpauth://totp/Muster:layla?secret=ABCDEFGH' }

beforeEach(() => {
  prepareBrowser()
  memoryDatabase()
  server = answerCalls()
  signInAs([])
  navigate('/ucenter')
})

afterEach(() => {
  cleanup()
  forgetSession()
  vi.unstubAllGlobals()
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function bind(): Promise<void> {
  server.reply(secondFactor.state, () => unbound)
  server.reply(secondFactor.start, () => started)
  server.reply(secondFactor.bind, () => ({ recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] }))
  show(<SecurityTab />)
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator' }))
  await userEvent.type(await screen.findByLabelText(/^Code of the authenticator/), '١٢٣٤٥٦')
}

it('binds an authenticator by a scanned secret and shows the recovery codes once', async () => {
  await bind()
  expect(screen.getByRole('img', { name: /QR code/ })).toBeTruthy()
  expect(screen.getByText('ABCD EFGH')).toBeTruthy()
  await press('Use this authenticator')
  expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy()
  expect(server.of(secondFactor.bind)[0]?.body).toEqual({ code: '123456' })
  server.reply(secondFactor.state, () => bound)
  await press('I have kept them')
  expect(screen.queryByText('aaaaa-bbbbb')).toBeNull()
})

it('goes on with the sign-in that had to wait for an authenticator', async () => {
  useSession.setState({ flags: { firstLogin: 0, initEmail: 0, pwdCheck: 0, bindFactor: 1 } })
  await bind()
  await press('Use this authenticator')
  await screen.findByText('aaaaa-bbbbb')
  expect(useSession.getState().flags.bindFactor).toBe(0)
  await press('I have kept them')
  expect(currentAddress().path).toBe('/')
})

it('says beside the code that it is wrong', async () => {
  await bind()
  server.refuse(secondFactor.bind, refuse(codes.totpWrong, 'The code is wrong'))
  await press('Use this authenticator')
  expect(await screen.findByText('The code is wrong')).toBeTruthy()
})

it('takes the authenticator away once that was pressed twice', async () => {
  server.reply(secondFactor.state, () => bound)
  server.reply(secondFactor.unbind, () => null)
  show(<SecurityTab />)
  await userEvent.click(await screen.findByRole('button', { name: 'Take the authenticator away' }))
  expect(server.of(secondFactor.unbind)).toEqual([])
  await press('Take the authenticator away')
  await waitFor(() => expect(server.of(secondFactor.unbind)).toHaveLength(1))
})

it('offers no way to take away what the site asks for', async () => {
  server.reply(secondFactor.state, () => ({ ...bound, required: true }))
  show(<SecurityTab />)
  await screen.findByRole('button', { name: 'New recovery codes' })
  expect(screen.queryByRole('button', { name: 'Take the authenticator away' })).toBeNull()
})

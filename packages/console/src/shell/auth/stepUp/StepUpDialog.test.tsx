import { codes, stepUp } from '@muster/contract'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser } from '../../../../test/show.tsx'
import { openSite } from '../../../../test/site.ts'
import { endStepUp, proveOwner, useStepUp } from '../../../platform/stepUp.ts'
import { StepUpDialog } from './StepUpDialog.tsx'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  openSite()
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  server = answerCalls()
})

afterEach(() => {
  cleanup()
  endStepUp(false)
  vi.unstubAllGlobals()
})

const has = (...ways: ('password' | 'totp' | 'passkey')[]) =>
  server.reply(stepUp.ways, () => ({ ways, challenge: 'c', known: [] }))

it('lets all that waits go on after the password', async () => {
  has('password')
  server.reply(stepUp.prove, () => null)
  const waiting = [proveOwner(), proveOwner()]
  render(<StepUpDialog />)
  const field = await screen.findByLabelText('Password')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.type(field, 'secret{Enter}')
  expect(await Promise.all(waiting)).toEqual([true, true])
  expect(server.of(stepUp.prove)[0]?.body).toEqual({ password: 'secret' })
  expect(useStepUp.getState().waiting).toEqual([])
})

it('asks for the code where the account has an authenticator, and says that it is wrong', async () => {
  has('totp')
  server.refuse(stepUp.prove, refuse(codes.totpWrong, 'The code is wrong'))
  const waiting = proveOwner()
  render(<StepUpDialog />)
  await userEvent.type(await screen.findByLabelText('Code of your authenticator'), '١٢٣٤٥٦{Enter}')
  expect(await screen.findByText('The code is wrong')).toBeTruthy()
  expect(server.of(stepUp.prove)[0]?.body).toEqual({ totp: '123456' })
  expect(screen.queryByLabelText('Password')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await waiting).toBe(false)
})

it('says how long a locked account waits', async () => {
  has('password')
  server.refuse(stepUp.prove, refuse(codes.accountLocked, 'Locked for 30 minutes'))
  render(<StepUpDialog />)
  await userEvent.type(await screen.findByLabelText('Password'), 'secret{Enter}')
  expect((await screen.findByText('Locked for 30 minutes')).getAttribute('role')).toBe('alert')
})

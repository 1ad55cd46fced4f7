import { type BatchInput, type ReplyOf, roles, users } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { call } from '../../../kit/call.ts'
import { useNotices } from '../../../kit/notify.ts'
import { forgetSession } from '../../../kit/session.ts'
import { ChooseDialog } from './ChooseDialog.tsx'

let server: ReturnType<typeof answerCalls>
const role = { id: '0198c0de-0000-7000-8000-00000000000b', name: 'Auditor', code: 'auditor' }

beforeEach(() => {
  prepareBrowser()
  server = answerCalls()
  server.reply(roles.list, () => [role])
  signInAs('all')
})

afterEach(() => {
  cleanup()
  forgetSession()
  useNotices.setState({ list: [] })
  vi.unstubAllGlobals()
})

async function chooseFor(which: BatchInput, reply: ReplyOf<typeof users.addRoleMany>) {
  server.reply(users.addRoleMany, () => reply)
  const dialog = {
    isOpen: true,
    record: { which, name: '3 users' },
    open: () => undefined,
    close: vi.fn<() => void>(),
  }
  show(
    <ChooseDialog
      dialog={dialog}
      title="user.addRoleOf"
      label="user.role"
      agree="user.addRole"
      of={roles}
      onChosen={(asked, roleId) => call(users.addRoleMany, { body: { ...asked, roleId } })}
    />,
  )
  const input = 'input:not([readonly])'
  await userEvent.click(await screen.findByLabelText(/^Role/, { selector: input }))
  await userEvent.click(await screen.findByText('Auditor'))
  await userEvent.click(screen.getByRole('button', { name: 'Give a role' }))
  return dialog
}

const said = () => useNotices.getState().list.map(({ text }) => text)

it('acts on the chosen, and says whom a rule kept and why', async () => {
  const refused = [{ id: role.id, name: 'omar', reason: 'The role is not for there' }]
  const dialog = await chooseFor({ ids: ['1', '2', '3'] }, { count: 2, refused })
  await waitFor(() => expect(dialog.close).toHaveBeenCalled())
  expect(server.of(users.addRoleMany)[0]?.body).toEqual({ ids: ['1', '2', '3'], roleId: role.id })
  await waitFor(() => expect(said().join()).toContain('omar: The role is not for there'))
})

it('asks before it acts on all that match, with their number', async () => {
  const which = { matching: { state: 'ACTIVE' }, count: 3 }
  const dialog = await chooseFor(which, { count: 3 })
  await answerQuestion(true)
  await waitFor(() => expect(dialog.close).toHaveBeenCalled())
  expect(server.of(users.addRoleMany)[0]?.body).toEqual({ ...which, roleId: role.id })
})

it('does nothing where that is not meant', async () => {
  const dialog = await chooseFor({ matching: {}, count: 3 }, { count: 3 })
  await answerQuestion(false)
  expect(server.of(users.addRoleMany)).toEqual([])
  expect(dialog.close).not.toHaveBeenCalled()
})

import { type Functional, functionals, models } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { FunctionalForm } from './FunctionalForm.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const modelId = '00000000-0000-7000-8000-000000000007'

it('sets policies for a model that is found under its vendor', async () => {
  signInAs('all')
  const server = answerCalls()
  server.reply(models.byVendor, () => [
    {
      id: modelId.replace('7', '8'),
      name: 'Acme',
      models: [{ id: modelId, name: 'A8', code: 'a8' }],
    },
  ])
  let sent: unknown
  server.reply(functionals.add, ({ body }) => {
    sent = body
    return { id: modelId } as Functional
  })
  const dialog = { isOpen: true, record: null, open: () => undefined, close: () => undefined }
  show(<FunctionalForm dialog={dialog} />)
  const type = (label: RegExp, text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: text } })
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /^Level/ }), 'MODEL')
  await userEvent.click(
    await screen.findByLabelText(/^Model/, { selector: 'input:not([type=hidden])' }),
  )
  expect(await screen.findByText('Acme')).toBeDefined()
  await userEvent.click(screen.getByRole('option', { name: 'A8', hidden: true }))
  type(/^Name/, 'Tills')
  type(/^Kiosk applications/, 'com.example.pay\n com.example.tips')
  fireEvent.blur(screen.getByRole('textbox', { name: /^Kiosk applications/ }))
  type(/^Over mobile networks/, '200')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Remote control/ }), 'NEVER')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(sent).toMatchObject({
      modelId,
      kioskApps: ['com.example.pay', 'com.example.tips'],
      downloadMeteredMb: 200,
      remoteControl: 'NEVER',
      wifiBlocked: null,
    }),
  )
})

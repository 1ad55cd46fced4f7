import { codes, paramDicts } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { JsonImportDialog } from './JsonImportDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

const items = [{ pid: 'host', title: 'Host', dataType: 'HOST' }, { pid: 'port' }]

it('takes a list over, and says what the server refuses by entry and member', async () => {
  const server = answerCalls()
  const message = 'Please fill this in'
  const fields = [{ field: 'items.1.dataType', message }]
  server.refuse(paramDicts.importItems, refuse(codes.badRequest, 'Not accepted', { fields }))
  const close = vi.fn<() => void>()
  show(<JsonImportDialog dialog={{ isOpen: true, record: null, open: () => undefined, close }} />)
  const field = await screen.findByLabelText('JSON')
  fireEvent.change(field, { target: { value: '{"items": 7}' } })
  expect(screen.getByText('This is no JSON list of entries')).toBeTruthy()
  fireEvent.change(field, { target: { value: JSON.stringify({ items }) } })
  const take = () => userEvent.click(screen.getByRole('button', { name: 'Import' }))
  await take()
  expect((await screen.findByText(message)).closest('tr')?.textContent).toBe(
    `2portdataType${message}`,
  )
  expect(close).not.toHaveBeenCalled()
  server.reply(paramDicts.importItems, () => ({ added: 2, changed: 0 }))
  await take()
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(server.of(paramDicts.importItems).at(-1)?.body).toEqual({ aim: 'new', items })
})

import { type JsonDocument, jsonDocuments } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { queries } from '../../../kit/queries.ts'
import { ContentDialog } from './ContentDialog.tsx'

// Only what the dialog asks of a document.
const record = { id: '019a0000-0000-7000-8000-000000000001', name: 'Menu' } as JsonDocument
const close = vi.fn<() => void>()
let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  queries.clear()
  prepareBrowser()
  signInAs('all')
  close.mockClear()
  server = answerCalls()
  server.reply(jsonDocuments.content, () => ({ version: 1, document: '{"a":1}', schema: null }))
  show(<ContentDialog dialog={{ isOpen: true, record, open: close, close }} />, {}, {}, queries)
})
afterEach(cleanup)

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const openFile = (text: string) =>
  userEvent.upload(
    screen.getByLabelText('Open a file', { selector: 'input' }),
    new File([text], 'a.json', { type: 'application/json' }),
  )

it('asks before a text that was only tidied up is lost', async () => {
  await press('Tidy up')
  await userEvent.keyboard('{Escape}')
  await answerQuestion(false)
  expect(close).not.toHaveBeenCalled()
})

it('gets a member and a part of a list in the tree, and is left by its button', async () => {
  await userEvent.click(await screen.findByRole('tab', { name: 'Tree' }))
  await userEvent.type(
    await screen.findByLabelText('Name of the new member of the document'),
    'list',
  )
  await userEvent.type(screen.getByLabelText('New value in the document'), '[[1]')
  await press('Add to the document')
  expect(await screen.findByRole('button', { name: 'Add to the document' })).toHaveProperty(
    'disabled',
    true,
  )
  await userEvent.type(await screen.findByLabelText('New value in list'), 'x')
  await press('Add to list')
  await userEvent.clear(screen.getByLabelText('New value in list'))
  await press('Add to list')
  server.reply(jsonDocuments.saveContent, () => ({ version: 2, faults: [] }))
  await press('Save')
  await waitFor(() =>
    expect(server.of(jsonDocuments.saveContent)[0]?.body).toMatchObject({
      document: '{\n  "a": 1,\n  "list": [\n    1,\n    ""\n  ]\n}',
    }),
  )
  await press('Cancel')
  await waitFor(() => expect(close).toHaveBeenCalled())
})

it('asks about what was changed while the save was on its way, and about nothing else', async () => {
  await press('Tidy up')
  // What comes while the answer is awaited.
  server.reply(jsonDocuments.saveContent, () => {
    void openFile('{"b":2}')
    return { version: 2, faults: [] }
  })
  await press('Save')
  await waitFor(() => expect(server.of(jsonDocuments.saveContent)).toHaveLength(1))
  await waitFor(async () => {
    await userEvent.keyboard('{Escape}')
    expect(useQuestion.getState().asked).not.toBeNull()
  })
  await answerQuestion(false)
  server.reply(jsonDocuments.saveContent, () => ({ version: 3, faults: [] }))
  await press('Save')
  await waitFor(async () => {
    await userEvent.keyboard('{Escape}')
    expect(close).toHaveBeenCalled()
  })
})

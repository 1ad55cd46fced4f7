import {
  asyncTasks,
  codes,
  type ImportFault,
  type ImportResult,
  importUpload,
  type OwnTask,
  post,
  session,
  groupMemberSheet,
  vendorSheet,
} from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { useQuestion } from '../dialog/confirm.ts'
import { ImportButton } from './ImportButton.tsx'

const { calls } = vendorSheet
const uploaded = post(importUpload.path, 'signedIn', () => ({}))
const fileId = '01a20000-0000-7000-8000-000000000001'
const [checkId, importId] = [
  '01a20000-0000-7000-8000-000000000002',
  '01a20000-0000-7000-8000-000000000003',
]

const task = (id: string, changes: Partial<OwnTask> = {}): OwnTask => ({
  id,
  taskNo: 'AS1',
  type: 'IMPORT_CHECK',
  title: 'rows.csv',
  orgName: 'Platform',
  createdBy: 'Layla',
  state: 'SUCCESS',
  total: 3,
  done: 2,
  failed: 0,
  message: null,
  fileId: null,
  node: null,
  attempts: 1,
  etaSeconds: null,
  durationSeconds: null,
  pinned: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  startedAt: null,
  endedAt: null,
  reversible: 0,
  awaits: null,
  ...changes,
})

const fault: ImportFault = { row: 3, column: 'Code', value: 'x', message: 'At least 2 characters' }
const outcome = (changes: Partial<ImportResult>): ImportResult => ({
  taskId: checkId,
  mode: 'check',
  rows: 3,
  added: 2,
  changed: 0,
  same: 0,
  refused: 1,
  ignored: ['Colour'],
  faults: [fault],
  ...changes,
})

let server: ReturnType<typeof answerCalls>
let tasks: OwnTask[] = []

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  tasks = []
  server = answerCalls()
  server.reply(session.ticket, () => ({ ticket: 'ticket' }))
  server.refuse(uploaded, refuse(codes.success, '', { fileId, bytes: 10 }))
  server.reply(asyncTasks.mine, () => tasks)
  server.refuse(calls.start, refuse(codes.accepted, '', { taskId: checkId }))
  server.reply(calls.result, () => outcome({}))
})

afterEach(cleanup)

const file = () => new File(['code,name'], 'rows.csv', { type: 'text/csv' })

async function openDialog(button = <ImportButton of={vendorSheet} />): Promise<void> {
  show(button)
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  await screen.findByText('Drop a CSV or XLSX file here, or choose one')
}

/** The parts of one record after another, with one button. */
function OfRecords() {
  const [id, setId] = useState(fileId)
  return (
    <>
      <ImportButton of={groupMemberSheet} within={id} />
      <button onClick={() => setId(checkId)}>Next record</button>
    </>
  )
}

const startButton = () =>
  within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Import' })
const drop = async () => userEvent.upload(screen.getByLabelText('Choose a file'), file())

describe('the import of a list', () => {
  it('shows what is wrong in which row, and writes the good ones', async () => {
    await openDialog()
    await userEvent.selectOptions(
      screen.getByLabelText('Character encoding of the CSV file'),
      'windows-1252',
    )
    tasks = [task(checkId)]
    await drop()
    expect(await screen.findByText('At least 2 characters')).toBeTruthy()
    expect(screen.getByText('These columns are not read: \u2068Colour\u2069')).toBeTruthy()
    server.refuse(calls.start, refuse(codes.accepted, '', { taskId: importId }))
    server.reply(calls.result, () => outcome({ taskId: importId, mode: 'apply' }))
    tasks = [task(importId, { type: 'IMPORT', state: 'PARTIAL', failed: 1 })]
    await userEvent.click(screen.getByRole('button', { name: 'Import the 2 good rows' }))
    expect(await screen.findByText('Done in part')).toBeTruthy()
    expect(server.of(calls.start).map(({ body }) => body)).toEqual([
      { fileId, mode: 'check', aim: 'new', onFault: 'stop', encoding: 'windows-1252' },
      { fileId, mode: 'apply', aim: 'new', onFault: 'skip', encoding: 'windows-1252' },
    ])
  })

  it('takes back what it has just added, once and when its user is sure', async () => {
    await openDialog()
    tasks = [task(checkId)]
    server.reply(calls.result, () => outcome({ refused: 0, faults: [] }))
    await drop()
    await screen.findByText('The file can be imported.')
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull()
    server.refuse(calls.start, refuse(codes.accepted, '', { taskId: importId }))
    const done = { taskId: importId, mode: 'apply', added: 13_000, refused: 0 } as const
    server.reply(calls.result, () => outcome(done))
    server.reply(asyncTasks.takeBack, () => ({ taskId: checkId }))
    tasks = [task(importId, { type: 'IMPORT', state: 'CANCELLED' })]
    await userEvent.click(startButton())
    await userEvent.click(await screen.findByRole('button', { name: 'Take back' }))
    // It knows how many, whatever lists count no further than.
    expect(useQuestion.getState().asked).toMatchObject({
      count: 13_000,
      text: expect.stringMatching(/^The 13,000 records/) as string,
    })
    expect(screen.getByText('Added')).toBeTruthy()
    await answerQuestion(true)
    await waitFor(() => expect(server.of(asyncTasks.takeBack)).toHaveLength(1))
    expect(server.of(asyncTasks.takeBack)[0]?.path.endsWith(importId)).toBe(true)
    const told = await screen.findByText('What was added is being removed in the background.', {
      selector: 'output',
    })
    // A sentence is read before the buttons, not between them.
    expect(told.previousElementSibling).toBeNull()
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull()
  })

  it('says at its place why a file is not taken, and takes the next one', async () => {
    await openDialog()
    const problem = 'This is not a sheet. Choose a CSV or XLSX file.'
    const fields = [{ field: 'name', message: problem }]
    server.refuse(uploaded, refuse(codes.badRequest, 'Wrong', { fields }))
    await drop()
    expect((await screen.findByRole('alert')).textContent).toBe(problem)
    server.refuse(uploaded, refuse(codes.success, '', { fileId, bytes: 10 }))
    tasks = [task(checkId, { state: 'FAILED', message: 'import.noRows' })]
    server.reply(calls.result, () => outcome({ rows: 0, added: 0, refused: 0, faults: [] }))
    await drop()
    expect(await screen.findByText('The file has no rows.')).toBeTruthy()
    expect(startButton().disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Another file' }))
    expect(screen.getByText('Drop a CSV or XLSX file here, or choose one')).toBeTruthy()
  })

  it('has the letters of a file chosen where it could not be read, and reads it again', async () => {
    await openDialog()
    tasks = [task(checkId, { state: 'FAILED', message: 'import.notUtf8' })]
    server.reply(calls.result, () => outcome({ rows: 0, added: 0, refused: 0, faults: [] }))
    await drop()
    const again = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Read the file again',
    })
    expect(again.disabled).toBe(true)
    await userEvent.selectOptions(
      screen.getByLabelText('Character encoding of the CSV file'),
      'windows-1256',
    )
    server.refuse(calls.start, refuse(codes.accepted, '', { taskId: importId }))
    server.reply(calls.result, () => outcome({ taskId: importId, refused: 0, faults: [] }))
    tasks = [task(importId)]
    await userEvent.click(again)
    await screen.findByText('The file can be imported.')
    expect(server.of(calls.start)[1]?.body).toMatchObject({
      fileId,
      mode: 'check',
      encoding: 'windows-1256',
    })
    expect(startButton().disabled).toBe(false)
  })

  it('offers only what its user may do with records', async () => {
    signInAs(['VENDOR_IMPORT', 'VENDOR_EDIT'])
    await openDialog()
    const choices = within(screen.getByLabelText('What the rows are about'))
    const options = choices.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options).toEqual(['Change existing records only'])
    tasks = [task(checkId)]
    await drop()
    await waitFor(() => expect(server.of(calls.start)).toHaveLength(1))
    expect(server.of(calls.start)[0]?.body).toMatchObject({ aim: 'existing' })
  })

  it('names the record whose parts the rows become, and asks for nothing else', async () => {
    const { calls: ofMembers } = groupMemberSheet
    server.refuse(ofMembers.start, refuse(codes.accepted, '', { taskId: checkId }))
    server.reply(ofMembers.result, () => outcome({ refused: 0, faults: [] }))
    await openDialog(<ImportButton of={groupMemberSheet} within={fileId} />)
    expect(screen.queryByLabelText('What the rows are about')).toBeNull()
    tasks = [task(checkId)]
    await drop()
    await screen.findByText('The file can be imported.')
    expect(server.of(ofMembers.start)[0]?.body).toMatchObject({ mode: 'check', within: fileId })
    server.refuse(ofMembers.start, refuse(codes.accepted, '', { taskId: importId }))
    server.reply(ofMembers.result, () => outcome({ mode: 'apply', refused: 0, faults: [] }))
    tasks = [task(importId, { type: 'IMPORT' })]
    await userEvent.click(startButton())
    // What joined is no record of its own that could be removed.
    await screen.findByRole('button', { name: 'Close' })
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull()
    expect(server.of(ofMembers.start)[1]?.body).toMatchObject({ mode: 'apply', within: fileId })
  })

  it('is where it was when its dialog is opened again, until it is written', async () => {
    await openDialog()
    tasks = [task(checkId)]
    server.reply(calls.result, () => outcome({ refused: 0, faults: [] }))
    await drop()
    await screen.findByText('The file can be imported.')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    await screen.findByText('The file can be imported.')
    server.refuse(calls.start, refuse(codes.accepted, '', { taskId: importId }))
    server.reply(calls.result, () => outcome({ taskId: importId, mode: 'apply', refused: 0 }))
    tasks = [task(importId, { type: 'IMPORT' })]
    await userEvent.click(startButton())
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(await dialog.findByText('Close'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    await screen.findByText('Drop a CSV or XLSX file here, or choose one')
  })

  it('of parts begins anew with another record', async () => {
    const { calls: ofMembers } = groupMemberSheet
    server.refuse(ofMembers.start, refuse(codes.accepted, '', { taskId: checkId }))
    server.reply(ofMembers.result, () => outcome({ refused: 0, faults: [] }))
    await openDialog(<OfRecords />)
    tasks = [task(checkId)]
    await drop()
    await screen.findByText('The file can be imported.')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Next record' }))
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    await screen.findByText('Drop a CSV or XLSX file here, or choose one')
    expect(screen.queryByText('The file can be imported.')).toBeNull()
  })

  it('is not offered to whom it was not granted', () => {
    signInAs(['VENDOR_LIST', 'VENDOR_ADD'])
    show(<ImportButton of={vendorSheet} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

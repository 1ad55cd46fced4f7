import { type FileTask, fileTasks, session } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { wholeList } from '../../../test/wholeList.ts'
import { ListSlots } from '../../kit/list/slots.tsx'
import { FileList } from './FileList.tsx'

const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const file = (n: number, part: Partial<FileTask> = {}): FileTask => ({
  id: idOf(n),
  name: `device-${n}.csv`,
  kind: 'EXPORT',
  source: '/admin/device/v1/device/page',
  screen: 'DEVICE_LIST',
  rows: 12,
  bytes: 2048,
  sha256: null,
  createdBy: 'Layla',
  createdAt: '2026-11-20T10:00:00.000Z',
  state: 'READY',
  percent: 100,
  expiresAt: null,
  filter: {},
  message: null,
  taskId: null,
  ...part,
})

let server: ReturnType<typeof answerCalls>
let list: FileTask[] = []

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  list = [file(1), file(2)]
  server.reply(fileTasks.page, () => ({ list, total: list.length, pageNum: 1, pageSize: 20 }))
  server.reply(session.ticket, () => ({ ticket: 'ticket' }))
})
afterEach(cleanup)

it('takes the chosen files as one archive, by a ticket for it', async () => {
  show(<FileList />)
  await screen.findByText('device-1.csv')
  expect(screen.queryByRole('button', { name: 'Download as ZIP' })).toBeNull()
  const row = screen.getByText('device-2.csv').closest('tr') as HTMLElement
  await userEvent.click(within(row).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Download as ZIP' }))
  await waitFor(() => expect(server.of(session.ticket)).toHaveLength(1))
  expect(server.of(session.ticket)[0]?.body).toEqual({ path: fileTasks.zip.path })
})

it('takes no archive of all that match: its call names files', async () => {
  server.reply(fileTasks.page, () => ({ list, total: 40, pageNum: 1, pageSize: 20 }))
  show(
    <ListSlots value={wholeList}>
      <FileList />
    </ListSlots>,
  )
  await screen.findByText('device-1.csv')
  await userEvent.click(screen.getByRole('checkbox', { name: /Select all/ }))
  const take = screen.getByRole('button', { name: 'Download as ZIP' })
  expect(take).toHaveProperty('disabled', false)
  await userEvent.click(await screen.findByRole('button', { name: /that match/ }))
  expect(take).toHaveProperty('disabled', true)
})

it('shows why a file failed and what it was filtered by', async () => {
  const filter = { keyword: 'Baghdad', presence: 'ONLINE', sortField: 'sn', sortOrder: 'desc' }
  list = [file(1, { state: 'FAILED', message: 'transfer.tooLongForSheet', filter })]
  show(<FileList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Details' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'device-1.csv' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Export it as CSV')
  dialog.getByText('Baghdad')
  // Values of the list are worded as it words them.
  dialog.getByText('Online')
})

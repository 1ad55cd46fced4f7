import { type AsyncTask, type AsyncTaskDetail, asyncTasks } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { TaskList } from './TaskList.tsx'

const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const task = (n: number, part: Partial<AsyncTask>): AsyncTask => ({
  id: idOf(n),
  taskNo: `AS-${n}`,
  type: 'EXPORT',
  title: `list-${n}.csv`,
  orgName: 'Platform',
  createdBy: 'Layla',
  state: 'SUCCESS',
  total: 10,
  done: 10,
  failed: 0,
  message: null,
  fileId: null,
  node: 'one-0',
  attempts: 1,
  etaSeconds: null,
  durationSeconds: 3725,
  pinned: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  startedAt: '2026-11-20T10:00:01.000Z',
  endedAt: '2026-11-20T11:02:06.000Z',
  ...part,
})

/** A menu and a dialog are loaded when they are first opened. */

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  const list = [
    task(1, { state: 'RUNNING', done: 4, endedAt: null }),
    task(2, { state: 'PAUSED', endedAt: null }),
    task(3, { type: 'IMPORT', state: 'PARTIAL', failed: 2, pinned: true }),
    task(4, { type: 'BATCH', state: 'CANCELLED', done: 4 }),
    task(5, { type: 'BATCH', state: 'PARTIAL', done: 9, failed: 1 }),
  ]
  server.reply(asyncTasks.page, () => ({ list, total: 5, pageNum: 1, pageSize: 20 }))
  for (const call of [asyncTasks.pause, asyncTasks.resume, asyncTasks.retry, asyncTasks.pin])
    server.reply(call, () => ({ count: 1 }))
})
afterEach(cleanup)

it.each([
  ['AS-1', 'Pause', asyncTasks.pause, `/pause/${idOf(1)}`, {}],
  ['AS-2', 'Go on', asyncTasks.resume, `/resume/${idOf(2)}`, {}],
  ['AS-3', 'Retry what failed', asyncTasks.retry, `/retry/${idOf(3)}`, { scope: 'failed' }],
  ['AS-4', 'Go on with what is left', asyncTasks.retry, `/retry/${idOf(4)}`, { scope: 'failed' }],
  ['AS-5', 'Retry what failed', asyncTasks.retry, `/retry/${idOf(5)}`, { scope: 'failed' }],
  ['AS-3', 'Unpin', asyncTasks.pin, `/pin/${idOf(3)}/0`, {}],
] as const)(
  '%s: %s asks the server for that',
  async (number, item, call, path, query) => {
    show(<TaskList />)
    await userEvent.click(await screen.findByRole('button', { name: `Actions for ${number}` }))
    await userEvent.click(await screen.findByRole('menuitem', { name: item, hidden: true }))
    await waitFor(() => expect(server.of(call)).toHaveLength(1))
    expect(server.of(call)[0]?.path.endsWith(path)).toBe(true)
    expect(server.of(call)[0]?.query).toEqual(query)
  },
  20_000,
)

it('offers no pause to whom it was not granted', async () => {
  signInAs(['ASYNCTASK_LIST', 'ASYNCTASK_CANCEL'])
  show(<TaskList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for AS-1' }))
  await screen.findByRole('menuitem', { name: 'Cancel', hidden: true })
  expect(screen.queryByRole('menuitem', { name: 'Pause', hidden: true })).toBeNull()
})

it('tells how a task went, how long, and what was asked for', async () => {
  const detail: AsyncTaskDetail = {
    ...task(3, {}),
    reversible: 0,
    awaits: null,
    params: { path: '/admin/vendor/v1/vendor/page', ids: 500 },
    events: [
      { at: '2026-11-20T10:00:00.000Z', state: 'QUEUED', node: null, message: null },
      { at: '2026-11-20T10:00:01.000Z', state: 'RUNNING', node: 'one-0', message: null },
      { at: '2026-11-20T11:02:06.000Z', state: 'SUCCESS', node: null, message: null },
    ],
  }
  server.reply(asyncTasks.detail, () => detail)
  show(<TaskList />)
  const [button] = await screen.findAllByRole('button', { name: 'Details' })
  if (!button) throw new Error('no row')
  await userEvent.click(button)
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('1 h 2 min')).toBeTruthy()
  const [, second] = dialog.getAllByRole('listitem')
  expect(second?.textContent).toContain('In progress on one-0')
  expect(dialog.getByText('/admin/vendor/v1/vendor/page')).toBeTruthy()
})

it.each([
  ['takes back what an import has added', 'IMPORT', 'Take back'],
  ['undoes what a batch has done', 'BATCH', 'Undo'],
] as const)('%s, once its user is sure', async (_, type, name) => {
  const more = { type, reversible: 7, awaits: null, params: {}, events: [] }
  server.reply(asyncTasks.detail, () => ({ ...task(1, {}), ...more }))
  server.reply(asyncTasks.takeBack, () => ({ taskId: idOf(4) }))
  show(<TaskList />)
  const [button] = await screen.findAllByRole('button', { name: 'Details' })
  if (!button) throw new Error('no row')
  await userEvent.click(button)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(asyncTasks.takeBack)).toHaveLength(1))
  expect(server.of(asyncTasks.takeBack)[0]?.path.endsWith(idOf(1))).toBe(true)
})

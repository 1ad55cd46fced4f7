import { type AsyncTask, asyncTasks } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { TaskPanel } from './TaskPanel.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  // jsdom knows no dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
})
afterEach(cleanup)

const task = (id: string, change: Partial<AsyncTask>): AsyncTask => ({
  id,
  taskNo: id,
  type: 'IMPORT',
  title: 'vendors.csv',
  orgName: 'Platform',
  createdBy: 'admin',
  state: 'SUCCESS',
  total: 3,
  done: 3,
  failed: 0,
  message: null,
  fileId: null,
  node: null,
  attempts: 1,
  etaSeconds: null,
  durationSeconds: 1,
  pinned: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
  endedAt: null,
  ...change,
})

it('says of each task what kind of work it is, and once where that is its name', async () => {
  answerCalls().reply(asyncTasks.mine, () => [
    task('1', { type: 'IMPORT_CHECK' }),
    task('2', { type: 'IMPORT' }),
    task('3', { type: 'UPLOAD_SCAN', title: 'task.type.UPLOAD_SCAN' }),
  ])
  show(<TaskPanel close={vi.fn<() => void>()} />)
  const lines = await screen.findAllByRole('listitem')
  const names = lines.map((line) => line.firstElementChild?.textContent)
  expect(names).toEqual([
    'vendors.csvCheck of an import',
    'vendors.csvImport',
    'Search for viruses',
  ])
})

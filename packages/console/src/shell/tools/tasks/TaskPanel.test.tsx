import { asyncTasks } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { asyncTask } from '../../../../test/asyncTask.ts'
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

it('says of each task what kind of work it is, and once where that is its name', async () => {
  answerCalls().reply(asyncTasks.mine, () => [
    asyncTask('1', { type: 'IMPORT_CHECK' }),
    asyncTask('2', { type: 'IMPORT' }),
    asyncTask('3', { type: 'UPLOAD_SCAN', title: 'task.type.UPLOAD_SCAN' }),
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

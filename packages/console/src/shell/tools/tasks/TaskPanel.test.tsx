import { asyncTasks, countCap } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { asyncTask } from '../../../../test/asyncTask.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { useSession } from '../../../kit/session.ts'
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

it('takes back what a batch has done, where something is left of it to take back', async () => {
  const server = answerCalls()
  server.reply(asyncTasks.mine, () => [
    asyncTask('1', { type: 'BATCH', title: 'Disable', reversible: 3 }),
    asyncTask('2', { type: 'BATCH', title: 'Delete' }),
    asyncTask('3', { type: 'BATCH', title: 'Move', state: 'RUNNING', reversible: 1 }),
  ])
  server.reply(asyncTasks.takeBack, () => ({ taskId: '4' }))
  show(<TaskPanel close={vi.fn<() => void>()} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(useQuestion.getState().asked?.text).toMatch(/^3 records become as they were/)
  await answerQuestion(true)
  await screen.findByText('It is being undone in the background.')
  expect(server.of(asyncTasks.takeBack).map(({ path }) => path.at(-1))).toEqual(['1'])
})

it('says of a batch that is counted no further that it takes back at least so many', async () => {
  answerCalls().reply(asyncTasks.mine, () => [
    asyncTask('1', { type: 'BATCH', title: 'Disable', reversible: countCap + 1 }),
  ])
  show(<TaskPanel close={vi.fn<() => void>()} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  const { asked } = useQuestion.getState()
  expect(asked?.text).toMatch(/^10,000\+ records become as they were/)
  expect(asked?.count).toBe(countCap)
  await answerQuestion(false)
})

it('says that what a batch gave waits for a second person, and leads there', async () => {
  useSession.setState({ menu: [menuItem('/mqtt/task', { frontComponent: 'MQTT_TASK' })] })
  const awaits = { pushId: '1', kind: 'REBOOT' }
  answerCalls().reply(asyncTasks.mine, () => [asyncTask('1', { type: 'BATCH', awaits })])
  show(<TaskPanel close={vi.fn<() => void>()} />)
  await screen.findByText(/Nothing of it has left/)
  const link = screen.getByRole('link', { name: 'Open the task that waits' })
  expect(link.getAttribute('href')).toBe('#/mqtt/task?push=1')
})

it('says no number of what is over and counted nothing', async () => {
  answerCalls().reply(asyncTasks.mine, () => [
    asyncTask('1', { done: 0, total: 0 }),
    asyncTask('2', { done: 3, total: 3 }),
  ])
  show(<TaskPanel close={vi.fn<() => void>()} />)
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map((line) => line.children[1]?.textContent)).toEqual(['', '3'])
})

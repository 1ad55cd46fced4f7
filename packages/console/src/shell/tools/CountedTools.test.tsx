import { asyncTasks, type OwnTask } from '@muster/contract'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { asyncTask } from '../../../test/asyncTask.ts'
import { memoryDatabase } from '../../../test/memoryDatabase.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { useLive } from '../../kit/live.ts'
import { queries } from '../../kit/queries.ts'
import { useSession } from '../../kit/session.ts'
import { notifyTask } from '../../kit/task/notifyTask.ts'
import { TaskTool } from './CountedTools.tsx'

let tasks: readonly OwnTask[]
let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  prepareBrowser()
  memoryDatabase()
  signInAs('all')
  useSession.setState({ token: 'token' })
  useLive.setState({ isOpen: false })
  tasks = []
  server = answerCalls()
  server.reply(asyncTasks.mine, () => [...tasks])
})
afterEach(() => {
  cleanup()
  queries.clear()
  vi.useRealTimers()
  useSession.setState({ token: null })
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('shows a task that was just begun, and follows it without the stream', async () => {
  show(<TaskTool />, {}, {}, queries)
  await vi.waitFor(() => expect(server.of(asyncTasks.mine)).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
  tasks = [asyncTask('1', { state: 'RUNNING' })]
  act(() => notifyTask('1', 'It goes on'))
  await screen.findByRole('button', { name: 'Tasks, 1 in progress' })
  tasks = [asyncTask('1')]
  await pass(6000)
  await screen.findByRole('button', { name: 'Tasks' })
})

it('asks for nothing by itself while the stream is open', async () => {
  useLive.setState({ isOpen: true })
  tasks = [asyncTask('1', { state: 'RUNNING' })]
  show(<TaskTool />, {}, {}, queries)
  await screen.findByRole('button', { name: 'Tasks, 1 in progress' })
  await pass(120_000)
  expect(server.of(asyncTasks.mine)).toHaveLength(1)
})

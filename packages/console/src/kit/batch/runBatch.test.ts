import { areas, type BatchReply, type Call, vendors } from '@muster/contract'
import { beforeEach, expect, it } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { answerQuestion, prepareBrowser, signInAs } from '../../../test/show.tsx'
import { idOf } from '../../../test/vendorTable.tsx'
import { currentAddress, navigate } from '../../platform/address.ts'
import { useQuestion } from '../dialog/confirm.ts'
import { useNotices } from '../notify.ts'
import { useSession } from '../session.ts'
import type { Send } from '../useAction.ts'
import type { Batch } from './recordCalls.ts'
import { runBatch } from './runBatch.ts'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useNotices.setState({ list: [] })
})

const changing = (...ns: number[]): BatchReply => ({
  count: ns.length,
  rows: ns.map((n) => ({ id: idOf(n), version: 2, name: `Vendor ${n}` })),
})
const run = (kind: Batch['kind'], ns: readonly number[], reply = changing(...ns)) => {
  const answer = async (_: Call): Promise<BatchReply> => reply
  return runBatch({ of: vendors, kind, what: { ids: ns.map(idOf) } }, answer as Send)
}
const asked = () => useQuestion.getState().asked

it('asks about many, whatever is done to them, and about few only what has no way back', async () => {
  const many = Array.from({ length: 101 }, (_, n) => n)
  for (const kind of ['disable', 'remove', 'destroy', 'enable', 'revert'] as const) {
    const changed = run(kind, many)
    expect(asked()?.count).toBe(101)
    await answerQuestion(false)
    expect(await changed).toBe(false)
  }
  await run('disable', many.slice(1))
  expect(asked()).toBeNull()
  const destroyed = run('destroy', [1, 2])
  expect(asked()?.count).toBe(2)
  await answerQuestion(true)
  expect(await destroyed).toBe(true)
})

const waysBack = () =>
  useNotices.getState().list.flatMap(({ action, text }) => (action ? [text] : []))

it('takes a way back away once its records are changed otherwise, and no other', async () => {
  await run('remove', [1])
  await run('remove', [2, 3])
  expect(waysBack()).toEqual([
    'Vendor 1 moved to the recycle bin',
    '2 records moved to the recycle bin',
  ])
  await run('revert', [3])
  expect(waysBack()).toEqual(['Vendor 1 moved to the recycle bin', 'Vendor 3 restored'])
})

it('takes all of a list away when nobody knows which were changed, and none of another', async () => {
  await run('remove', [1])
  const area = async (_: Call) => ({
    count: 1,
    rows: [{ id: idOf(9), version: 2, name: 'Area 9' }],
  })
  await runBatch({ of: areas, kind: 'remove', what: { ids: [idOf(9)] } }, area as Send)
  const answer = async (_: Call): Promise<BatchReply> => ({ count: 500 })
  const what = { matching: {}, count: 500 }
  const changed = runBatch({ of: vendors, kind: 'enable', what }, answer as Send)
  await answerQuestion(true)
  await changed
  expect(waysBack()).toEqual(['Area 9 moved to the recycle bin'])
})

it('calls what the server has seeded by its name in the language', async () => {
  const rows = [{ id: idOf(1), version: 2, name: 'kit.bin' }]
  await run('disable', [1], { count: 1, rows })
  expect(useNotices.getState().list[0]?.text).toBe('Recycle bin disabled')
})

const queued = { count: 0, taskId: idOf(9) }

it('leads to the task that does it in the background', async () => {
  useSession.setState({ menu: [menuItem('/tasks', { frontComponent: 'ASYNCTASK_MANAGE' })] })
  await run('disable', [1, 2], queued)
  useNotices.getState().list[0]?.onClick?.()
  expect(currentAddress()).toEqual({ path: '/tasks', query: { peek: idOf(9) } })
  navigate('/')
})

it('leads nowhere without the list of tasks', async () => {
  useSession.setState({ menu: [] })
  await run('disable', [1, 2], queued)
  const [notice] = useNotices.getState().list
  expect(notice?.text).toMatch(/in the background/)
  expect(notice?.onClick).toBeUndefined()
})

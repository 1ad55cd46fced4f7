import { devices } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { deviceOf, taskOf } from '../../../../test/devices.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { pushOf } from '../../../../test/pushes.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useNotices } from '../../../kit/notify.ts'
import { useSession } from '../../../kit/session.ts'
import { showGiven } from './showGiven.ts'
import { useCommand } from './useCommand.ts'
import { useCommandMany } from './useCommandMany.ts'

const menu = [
  menuItem('/mqtt/task', { frontComponent: 'MQTT_TASK' }),
  menuItem('/mqtt/apk', { frontComponent: 'MQTT_APK' }),
]

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useSession.setState({ menu })
  useNotices.setState({ list: [] })
})
afterEach(cleanup)

const told = async () => {
  await waitFor(() => expect(useNotices.getState().list).toHaveLength(1))
  const [notice] = useNotices.getState().list
  return notice
}

function One() {
  const command = useCommand()
  return (
    <button
      type="button"
      onClick={() => void command(deviceOf(1), { cmd: 'WIPE', args: { keepSim: true } })}
    >
      Wipe
    </button>
  )
}

it('says of a command that waits for a second person that it has not left, and leads to it', async () => {
  const item = { ...taskOf(1), cmd: 'WIPE', waitsFor: 'APPROVAL' as const }
  answerCalls().reply(devices.command, () => item)
  show(<One />)
  await userEvent.click(screen.getByRole('button', { name: 'Wipe' }))
  const notice = await told()
  expect(notice).toMatchObject({
    kind: 'info',
    text: expect.stringMatching(/has not left: it waits for a second person/),
  })
  notice?.onClick?.()
  expect(location.hash).toBe(`#/mqtt/task?push=${item.pushId}`)
})

function Many() {
  const clearSelection = vi.fn<() => void>()
  const list = { isAll: false, selected: new Map([['1', {}]]), clearSelection }
  const command = useCommandMany(list as never)
  return (
    <button type="button" onClick={() => void command({ cmd: 'SYNC' })}>
      Sync
    </button>
  )
}

it('says so of a command to many', async () => {
  const awaits = { pushId: taskOf(1).pushId, kind: 'SYNC' }
  answerCalls().reply(devices.syncMany, () => ({ count: 2, awaits }))
  show(<Many />)
  await userEvent.click(screen.getByRole('button', { name: 'Sync' }))
  const notice = await told()
  expect(notice).toMatchObject({
    kind: 'info',
    text: expect.stringMatching(/for 2 terminals has not left.*Click to open it/),
  })
  notice?.onClick?.()
  expect(location.hash).toBe(`#/mqtt/task?push=${awaits.pushId}`)
})

it('promises no click to who has no list that it stands in', async () => {
  useSession.setState({ menu: [] })
  const awaits = { pushId: taskOf(1).pushId, kind: 'SYNC' }
  answerCalls().reply(devices.syncMany, () => ({ count: 2, awaits }))
  show(<Many />)
  await userEvent.click(screen.getByRole('button', { name: 'Sync' }))
  const notice = await told()
  expect(notice?.onClick).toBeUndefined()
  expect(notice?.text).not.toMatch(/Click/)
})

it('says so of a task of applications, and ticks only what is given', () => {
  const push = pushOf(1, { kind: 'APP_INSTALL', state: 'APPROVAL' })
  showGiven(push, 'Task was given')
  showGiven({ ...push, state: 'RUNNING' }, 'Task was given')
  const [waiting, given] = useNotices.getState().list
  expect(waiting).toMatchObject({ kind: 'info', text: expect.stringMatching(/second person/) })
  expect(given).toMatchObject({ kind: 'success', text: 'Task was given' })
  waiting?.onClick?.()
  expect(location.hash).toBe(`#/mqtt/apk?push=${push.id}`)
})

import { deviceLife, devices, devicesPath, type TimelineStep } from '@muster/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../../test/answers.ts'
import { deviceOf } from '../../../../../test/devices.ts'
import { prepareBrowser, show, signInAs } from '../../../../../test/show.tsx'
import { changed, useLive } from '../../../../kit/live.ts'
import { queries } from '../../../../kit/queries.ts'
import { TimelinePanel } from './TimelinePanel.tsx'

let server: ReturnType<typeof answerCalls>
const { id } = deviceOf(1)
const { timeline } = deviceLife

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useLive.setState({ isOpen: true })
  server = answerCalls()
})
afterEach(cleanup)

let made = 0
const step = (more: Partial<TimelineStep> & Pick<TimelineStep, 'kind' | 'code'>): TimelineStep => ({
  id: `019a0000-0000-7000-8000-${String(++made).padStart(12, '0')}`,
  at: new Date().toISOString(),
  by: null,
  severity: null,
  isOver: false,
  data: {},
  otherOrgName: null,
  task: null,
  refKind: null,
  refId: null,
  refNo: null,
  ...more,
})

const task = {
  cmd: 'REBOOT',
  state: 'FAILED' as const,
  percent: null,
  code: 'C402',
  waitsFor: null,
  publishedAt: null,
  ackedAt: null,
  endedAt: null,
  provedAt: null,
}

const lines = async () =>
  (await screen.findAllByRole('listitem')).map((line) => line.querySelector('p')?.textContent)

it('tells in sentences what happened, each with the way to where more is said of it', async () => {
  const states = { from: 'ACTIVE', to: 'SUSPENDED', reason: 'a holiday' }
  const hands = { from: 'COURIER', to: 'DEPOT', signedBy: 'Layla' }
  server.reply(timeline, () => ({
    steps: [
      step({ kind: 'PRESENCE', code: 'CONNECTED', data: { awaySeconds: 840, reason: 'network' } }),
      step({ kind: 'ALARM', code: 'ALARM_RAISED', severity: 'HIGH', data: { kind: 'PAPER' } }),
      step({ kind: 'COMMAND', code: 'COMMAND', by: 'dana', task }),
      step({ kind: 'LIFE', code: 'SUSPEND', by: 'dana', data: states }),
      step({ kind: 'LIFE', code: 'CUSTODY', data: hands, refKind: 'REPAIR', refNo: 'R-7' }),
      step({ kind: 'VERSION', code: 'FIRMWARE_CHANGED', data: { from: '1.0', to: '1.1' } }),
      step({ kind: 'REPORT', code: 'KEY_MISSING', data: { keySlot: '1', keyType: 'TPK' } }),
    ],
    next: null,
  }))
  show(<TimelinePanel deviceId={id} />)
  const [came, alarm, reboot, suspended, handed, firmware] = await lines()
  expect(came).toBe('Came onlineafter 14 min away, The network broke off')
  expect(alarm).toMatch(/^Alarm raised/)
  expect(reboot).toMatch(/^Reboot.*Failed.*by dana$/)
  expect(suspended).toMatch(/^Suspended.*Active.*Suspended.*a holiday.*by dana$/)
  expect(handed).toMatch(/^Handed overfrom Courier to Depot, Layla.*R-7$/)
  expect(firmware).toMatch(/^Firmware changed.*1\.0.*1\.1\u2069$/)
  const wayOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(wayOf('Came online')).toMatch(/tab=connectivity$/)
  expect(wayOf('Reboot')).toMatch(/tab=tasks$/)
  expect(wayOf('Key missing')).toMatch(/tab=keys$/)
  expect(wayOf('Firmware changed')).toMatch(/tab=log$/)
})

it('leads nowhere where the reader may not look', async () => {
  signInAs([devices.detail.permission])
  server.reply(timeline, () => ({
    steps: [step({ kind: 'LIFE', code: 'SUSPEND' })],
    next: null,
  }))
  show(<TimelinePanel deviceId={id} />)
  expect(await screen.findByText('Suspended')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('puts what happened under its days, and shows older ones when it is asked to', async () => {
  server.reply(timeline, ({ query }) =>
    'before' in query
      ? {
          steps: [step({ kind: 'LIFE', code: 'CREATED', at: '2026-01-01T09:00:00.000Z' })],
          next: null,
        }
      : { steps: [step({ kind: 'PRESENCE', code: 'DISCONNECTED' })], next: '17.x' },
  )
  show(<TimelinePanel deviceId={id} />)
  await screen.findByRole('heading', { name: 'Today' })
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await screen.findByRole('heading', { name: /2026/ })
  expect(await lines()).toHaveLength(2)
  expect(server.of(timeline)[1]?.query).toMatchObject({ before: '17.x' })
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

it('shows one kind alone, and says where there is nothing of it', async () => {
  server.reply(timeline, ({ query }) => ({
    steps: 'kind' in query ? [] : [step({ kind: 'LIFE', code: 'CREATED' })],
    next: null,
  }))
  show(<TimelinePanel deviceId={id} />)
  await screen.findByText('Created')
  const kinds = within(screen.getByRole('group', { name: 'Show only' }))
  await userEvent.click(kinds.getByRole('button', { name: 'Alarms' }))
  await screen.findByText('Nothing of this kind has happened to it.')
  expect(server.of(timeline).at(-1)?.query).toMatchObject({ kind: 'ALARM' })
  expect(kinds.getByRole('button', { name: 'Alarms' }).getAttribute('aria-pressed')).toBe('true')
})

it('reads anew once its terminal changed in any way, and not for another one', async () => {
  const steps = [step({ kind: 'PRESENCE', code: 'CONNECTED' })]
  server.reply(timeline, () => ({ steps: [...steps], next: null }))
  show(<TimelinePanel deviceId={id} />, {}, {}, queries)
  await screen.findByText(/Came online/)
  steps.unshift(step({ kind: 'ALARM', code: 'ALARM_CLOSED', data: { kind: 'PAPER' } }))
  act(() => changed({ path: devicesPath, ids: [deviceOf(2).id] }))
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(server.of(timeline)).toHaveLength(1)
  act(() => changed({ path: devicesPath, ids: [id] }))
  await waitFor(() => expect(server.of(timeline)).toHaveLength(2))
  expect(await screen.findByText(/Alarm closed/)).toBeTruthy()
})

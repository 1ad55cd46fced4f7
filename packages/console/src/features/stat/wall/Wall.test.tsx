import { organizations, wallStat } from '@muster/contract'
import { cleanup, renderHook, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useSession } from '../../../kit/session.ts'
import { useDark } from './useDark.ts'
import { Wall } from './Wall.tsx'

const id = '01a2018d-3ba4-7e31-9cd6-28d5b7de897d'
const at = '2026-11-26T08:00:00.000Z'

const glance = () => ({
  at,
  total: 100,
  online: 80,
  offline: 15,
  away: 5,
  curve: [{ at: '2026-11-26T07:00:00.000Z', online: 70 }],
  alarms: {
    open: { LOW: 0, MEDIUM: 0, HIGH: 2, CRITICAL: 1 },
    latest: [
      { id, kind: 'ROOT', severity: 'HIGH' as const, firstAt: at, sn: 'SN-1', orgName: 'Bank' },
    ],
  },
  running: [
    {
      id,
      kind: 'PLAN' as const,
      no: 'PL1',
      name: 'Night',
      state: 'RUNNING',
      size: 10,
      done: 4,
      failed: 1,
      capped: false,
    },
  ],
  worst: [{ id, name: 'Shop', total: 10, online: 2 }],
  link: { gateways: 2, answering: 1, countedAt: at },
})

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(organizations.list, () => [])
  server.reply(wallStat.look, glance)
})
afterEach(cleanup)

it('says it all at once', async () => {
  show(<Wall />)
  const wall = within(await screen.findByRole('main', { name: 'The estate at a glance' }))
  expect(await wall.findByText('80')).toBeDefined()
  expect(wall.getByText('1 of 2')).toBeDefined()
  expect(wall.getByText('40%, 1 failed')).toBeDefined()
  expect(wall.getByText('20% of 10 in service')).toBeDefined()
  expect(wall.getByText('+10')).toBeDefined()
})

it('says of a share that it is one of those counted, where there are more', async () => {
  const look = glance()
  const [one] = look.running
  const most = { size: 10_001, done: 5_000, failed: 0, capped: true }
  server.reply(wallStat.look, () => ({ ...look, running: one ? [{ ...one, ...most }] : [] }))
  show(<Wall />)
  expect(await screen.findByText('50% of the 10,000 counted (there are more)')).toBeDefined()
})

it('leads from its figures to what they count', async () => {
  useSession.setState({ menu: [menuItem('/device/alarm', { frontComponent: 'ALARM_LOG' })] })
  show(<Wall />, { orgId: id })
  const hrefOf = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await hrefOf('Offline')).toBe(`#/device/list?orgId=${id}&presence=OFFLINE`)
  expect(await hrefOf('Offline too long')).toBe(`#/device/list?orgId=${id}&overdue=1`)
  expect(await hrefOf('Alarms: High')).toBe(
    `#/device/alarm?orgId=${id}&state=LIVE&severity=HIGH&muted=ALL`,
  )
})

it('says of an organisation that none below it has terminals, not that there are none', async () => {
  const look = glance()
  server.reply(wallStat.look, () => ({ ...look, worst: [] }))
  show(<Wall />, { orgId: id })
  await screen.findByText('No organisations below this one with terminals in service')
  expect(screen.queryByText('There are no terminals here')).toBeNull()
})

it('shows all there is again when its organisation is taken away', async () => {
  const named = { id, name: 'Bank of the River', code: 'river', parentId: null }
  server.reply(organizations.list, () => [named])
  show(<Wall />, { orgId: id })
  await userEvent.click(await screen.findByRole('button', { name: /^Remove.*Organisation/ }))
  await waitFor(() => expect(server.of(wallStat.look).at(-1)?.query).toEqual({}))
})

it('is dark as long as it is there, whatever the theme', () => {
  const page = document.documentElement
  page.setAttribute('data-mantine-color-scheme', 'light')
  const { unmount } = renderHook(useDark)
  expect(page.getAttribute('data-mantine-color-scheme')).toBe('dark')
  unmount()
  expect(page.getAttribute('data-mantine-color-scheme')).toBe('light')
})

it('is for nobody without the right to it', () => {
  signInAs([])
  show(<Wall />)
  expect(screen.queryByRole('main', { name: 'The estate at a glance' })).toBeNull()
})

import { accessPoints, codes, parameters, server, type ServerNode } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useNotices } from '../../../kit/notify.ts'
import { ServerScreen } from './ServerScreen.tsx'

const at = '2026-11-22T04:00:00.000Z'
const node: ServerNode = {
  id: '01a2018d-3ba4-7e31-9cd6-28d5b7de897d',
  host: 'river',
  pid: 4711,
  version: '3.0.73',
  roles: ['web', 'worker'],
  state: 'UP',
  startedAt: at,
  beatAt: at,
  cpu: 0.25,
  memoryBytes: 200 * 1024 ** 2,
  loopDelayMs: 21.4,
  diskFreeBytes: 5 * 1024 ** 3,
  diskTotalBytes: 20 * 1024 ** 3,
  terminals: 12,
  sockets: 30,
  warnings: [],
  faults: [],
  worries: [],
}

let api: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useNotices.setState({ list: [] })
  api = answerCalls()
})
afterEach(cleanup)

describe('the processes', () => {
  it('say whether they can do their work, and why not', async () => {
    const nodes: ServerNode[] = [
      { ...node, worries: ['The disk of the data folder is nearly full.'] },
      { ...node, id: node.id.replace('0', '1'), pid: 4712, faults: ['The broker is away.'] },
    ]
    api.reply(server.metrics, () => ({ nodes }))
    show(<ServerScreen />)
    const rowOf = async (name: string) =>
      within((await screen.findByText(name)).closest('tr') as HTMLElement)
    const [well, ill] = [await rowOf('river:4711'), await rowOf('river:4712')]
    well.getByText('Yes')
    expect(well.getByText('The disk of the data folder is nearly full.').lang).toBe('en')
    ill.getByText('No')
    ill.getByText('The broker is away.')
  })

  it('are shown with how they are, and warn of what belongs to no open network', async () => {
    const nodes: ServerNode[] = [
      { ...node, warnings: ['unboundSessions'] },
      {
        ...node,
        id: node.id.replace('0', '1'),
        pid: 4712,
        state: 'GONE',
        warnings: ['virtualRole'],
      },
    ]
    api.reply(server.metrics, () => ({ nodes }))
    show(<ServerScreen />)
    const row = within((await screen.findByText('river:4711')).closest('tr') as HTMLElement)
    for (const text of ['Up', 'web, worker', '25%', '200 MB', '21 ms', '5 GB of 20 GB'])
      expect(row.getByText(text)).toBeDefined()
    expect(screen.getAllByText('Gone')).toHaveLength(1)
    // What only a dead process had set warns nobody any more.
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('MUSTER_ALLOW_UNBOUND_SESSIONS'),
    ])
  })

  it('are not for everybody', async () => {
    signInAs([])
    show(<ServerScreen />)
    expect(await screen.findByText(/SERVER_LIST/)).toBeDefined()
    expect(api.asked).toEqual([])
  })
})

describe('the jobs', () => {
  const job = {
    name: 'stat.fold',
    cron: '41 2 * * *',
    nextAt: at,
    lastAt: at,
    tookMs: 12,
    isRunning: false,
    error: null,
    host: 'river',
  }
  beforeEach(() => {
    api.reply(server.jobs, () => ({
      jobs: [job, { ...job, name: 'mail.deliver', error: 'no room left' }],
      queues: { tasksQueued: 3, tasksRunning: 1, jobsWaiting: 0, messagesWaiting: 7 },
    }))
  })

  it('tell how they ended, and run now when asked', async () => {
    api.reply(server.runJob, () => ({ count: 1 }))
    show(<ServerScreen />, { tab: 'jobs' })
    expect(await screen.findByText('no room left')).toBeDefined()
    expect(screen.getByText('Background tasks waiting').nextSibling?.textContent).toBe('3')
    await userEvent.click(screen.getByRole('button', { name: 'Run now: stat.fold' }))
    await waitFor(() => expect(api.of(server.runJob)[0]?.body).toEqual({ name: 'stat.fold' }))
  })

  it('say why they cannot run now', async () => {
    api.refuse(server.runJob, refuse(codes.warning, 'No worker process is running'))
    show(<ServerScreen />, { tab: 'jobs' })
    await userEvent.click(await screen.findByRole('button', { name: 'Run now: stat.fold' }))
    await waitFor(() =>
      expect(useNotices.getState().list.map(({ text }) => text)).toEqual([
        'No worker process is running',
      ]),
    )
  })

  it('are run by those only who may', async () => {
    signInAs(['SERVER_LIST'])
    show(<ServerScreen />, { tab: 'jobs' })
    await screen.findByText('stat.fold')
    expect(screen.queryByRole('button', { name: /Run now/ })).toBeNull()
  })
})

it('leads from what is kept to the parameter that says how long', async () => {
  api.reply(server.storage, () => ({
    databaseBytes: 1024 ** 3,
    tables: [{ name: 'device', bytes: 1024 ** 2, rows: 1000 }],
    files: [{ name: 'exports', bytes: 0, rows: 0 }],
    retention: [{ key: 'file.keepDays', value: 7 }],
  }))
  signInAs(['SERVER_LIST', parameters.page.permission])
  show(<ServerScreen />, { tab: 'storage' })
  const link = await screen.findByRole('link', { name: 'file.keepDays' })
  expect(link.getAttribute('href')).toBe('#/system/parameter?keyword=file.keepDays')
  expect(screen.getByText('Exports')).toBeDefined()
})

it('shows what is wrong with a certificate', async () => {
  const point = {
    id: node.id,
    name: 'North',
    kind: 'MQTT' as const,
    url: 'mqtts://north.test',
    region: '',
    orgId: null,
    orgName: null,
    weight: 100,
    caFingerprint: null,
    remark: null,
    certificateUntil: null,
    certificateCheckedAt: at,
    certificateProblem: 'platform.certificate.unreachable',
    status: 1 as const,
    version: 1,
    createdAt: at,
    updatedAt: at,
    updatedBy: null,
  }
  api.reply(accessPoints.page, () => ({ list: [point], total: 1, pageNum: 1, pageSize: 20 }))
  show(<ServerScreen />, { tab: 'points' })
  expect(await screen.findByText('Nobody answers there')).toBeDefined()
  expect(screen.getByText('All organisations')).toBeDefined()
})

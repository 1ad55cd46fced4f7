import { loginBans, logins, models, organizations } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { BanDialog } from './BanDialog.tsx'
import { BanPanel } from './BanPanel.tsx'
import { SessionPanel } from './SessionPanel.tsx'
import { ClonePanel, FlapPanel } from './SuspectPanels.tsx'
import { FailurePanel } from './FailurePanel.tsx'

listSpec('terminals that come and go', { Screen: FlapPanel, page: logins.flap })
listSpec('two of one identity', { Screen: ClonePanel, page: logins.clone })
listSpec('bans', { Screen: BanPanel, page: loginBans.page })

it('shows of how connections ended just those that are counted, whatever the list was cut to', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  server.reply(logins.page, () => ({
    list: [],
    total: 0,
    pageNum: 1,
    pageSize: 10,
    from: '2026-11-20T10:17:00.000Z',
    to: '2026-11-20T11:20:00.000Z',
  }))
  server.reply(logins.trend, () => ({
    from: '2026-11-20T10:00:00.000Z',
    to: '2026-11-20T12:00:00.000Z',
    grain: 'HOUR' as const,
    points: [{ at: '2026-11-20T10:00:00.000Z', connects: 3 }],
    connects: 3,
    ends: [{ reason: 'network', count: 3 }],
    open: 0,
  }))
  for (const { list } of [organizations, models]) server.reply(list, () => [])
  const orgId = '01a2018d-3ba4-7e31-9cd6-28d5b7de897d'
  const address = show(<SessionPanel />, {
    from: '2026-11-20T10:17:00.000Z',
    orgId,
    sn: 'TEST-1',
    protocol: 'WS',
    keyword: 'TEST',
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show these' }))
  const asked = {
    orgId,
    reason: 'network',
    from: '2026-11-20T10:00:00.000Z',
    to: '2026-11-20T12:00:00.000Z',
  }
  await waitFor(() => expect(server.of(logins.page).at(-1)?.query).toMatchObject(asked))
  expect(address.query).toEqual(asked)
  cleanup()
})

describe('sign-ins that failed', () => {
  beforeEach(() => {
    prepareBrowser()
    signInAs('all')
  })
  afterEach(cleanup)

  it('are told by cause, with the last ones and the way to keep them out', async () => {
    const at = '2026-11-20T10:00:00.000Z'
    answerCalls().reply(logins.failed, () => ({
      from: at,
      to: '2026-11-20T12:00:00.000Z',
      total: 5,
      causes: [{ cause: 'UNKNOWN_SN' as const, count: 5 }],
      points: [
        { at, count: 5 },
        { at: '2026-11-20T11:00:00.000Z', count: 0 },
      ],
      examples: [
        {
          id: '01a2018d-3ba4-7e31-9cd6-28d5b7de897d',
          at,
          cause: 'UNKNOWN_SN' as const,
          name: 'TEST-10001',
          ip: '203.0.113.5',
          deviceId: null,
          orgName: null,
        },
      ],
    }))
    show(<FailurePanel />)
    await screen.findByText('TEST-10001')
    expect(screen.getAllByText('Unknown serial number').length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Ban terminal' })).toBeNull()
    screen.getByRole('button', { name: 'Ban address' })
  })

  it('a ban says whom, why and until when', async () => {
    const server = answerCalls()
    server.reply(loginBans.add, () => ({ id: '01a2018d-3ba4-7e31-9cd6-28d5b7de897d' }))
    const record = { kind: 'ADDRESS', value: '203.0.113.5' } as const
    const dialog = { isOpen: true, record, open: () => undefined, close: () => undefined }
    show(<BanDialog dialog={dialog} />)
    await userEvent.type(await screen.findByLabelText(/Reason/), 'guesses')
    await userEvent.click(screen.getByRole('button', { name: 'Ban' }))
    await waitFor(() =>
      expect(server.of(loginBans.add)[0]?.body).toMatchObject({ ...record, reason: 'guesses' }),
    )
  })
})

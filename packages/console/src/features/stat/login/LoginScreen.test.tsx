import { loginBans, logins } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { BanDialog } from './BanDialog.tsx'
import { BanPanel } from './BanPanel.tsx'
import { ClonePanel, FlapPanel } from './SuspectPanels.tsx'
import { FailurePanel } from './FailurePanel.tsx'

listSpec('terminals that come and go', { Screen: FlapPanel, page: logins.flap })
listSpec('two of one identity', { Screen: ClonePanel, page: logins.clone })
listSpec('bans', { Screen: BanPanel, page: loginBans.page })

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

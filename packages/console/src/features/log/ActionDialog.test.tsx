import { type ActionDetail, actionLog } from '@muster/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { ActionDialog } from './ActionDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

const entry: ActionDetail = {
  id: '01a2018d-3ba4-7e31-9cd6-28d5b7de897d',
  at: '2026-11-20T14:58:41.000Z',
  userId: null,
  orgId: null,
  requestId: 'r',
  userName: 'layla',
  impersonatorName: null,
  orgName: 'North',
  method: 'PUT',
  path: '/admin/vendor/v1/vendor/update',
  permission: 'VENDOR_EDIT',
  pageName: 'menu.Vendor',
  targetName: 'Acme',
  sentence: 'Changed vendor',
  targetIds: [],
  code: 200,
  ip: null,
  durationMs: 1,
  who: 'layla',
  clientKind: 'CONSOLE',
  userAgent: null,
  factorGiven: false,
  request: null,
  before: { warrantyMonths: 12, unheardOf: 1 },
  after: { warrantyMonths: 24, unheardOf: 2 },
  seal: { state: 'waiting', seq: null, sealedAt: null },
}

it('calls a changed field as its screen does, and any other by its name on the wire', async () => {
  answerCalls().reply(actionLog.detail, () => entry)
  const dialog = { isOpen: true, record: entry, open: () => undefined, close: () => undefined }
  show(<ActionDialog dialog={dialog} />)
  const changes = within(await screen.findByRole('table'))
  expect(changes.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Warranty (months)',
    'unheardOf',
  ])
  expect(changes.getByText('unheardOf').tagName).toBe('CODE')
})

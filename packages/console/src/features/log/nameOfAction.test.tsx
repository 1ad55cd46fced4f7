import { type Action, session, stepUp } from '@muster/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { actionColumns, nameOfAction } from './logColumns.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const action: Action = {
  id: '1',
  at: '2026-11-20T14:58:41.000Z',
  userId: null,
  orgId: null,
  requestId: 'r',
  userName: 'layla',
  impersonatorName: null,
  orgName: 'North',
  method: 'DELETE',
  path: '/admin/auth/v1/client/recycle/clear',
  permission: 'CLIENT_CLEAR',
  pageName: 'client.title',
  targetName: null,
  targetIds: [],
  code: 200,
  ip: '192.0.2.1',
  durationMs: 4,
}

it.each([
  ['page and button', {}, 'API clients: Empty the recycle bin'],
  [
    'what people do for themselves',
    { ...stepUp.prove, permission: 'signedIn', pageName: null },
    'Proof of oneself',
  ],
  [
    'the ticket of a download',
    { ...session.ticket, permission: 'signedIn', pageName: null },
    'Ticket for a download or the live stream',
  ],
  [
    'method and path where there is no better name',
    { method: 'POST', path: '/admin/x/v1/y', permission: 'public', pageName: null },
    'POST x/v1/y',
  ],
  ['the permission of a button that is gone', { pageName: null }, 'CLIENT_CLEAR'],
])('an action is called by %s', (_, differs, text) => {
  const { method, path, permission, pageName } = { ...action, ...differs }
  render(<p>{nameOfAction({ ...action, method, path, permission, pageName })}</p>)
  expect(screen.getByText(text)).toBeTruthy()
})

it.each([
  ['its name', { targetName: 'DEMO-1', targetIds: ['1'] }, 'DEMO-1'],
  ['its id where the log has no name for it', { targetIds: ['1'] }, '1'],
  ['how many they are', { targetIds: ['1', '2'] }, '2 records'],
])('an object is called by %s', (_, differs, text) => {
  const column = actionColumns.find(({ key }) => key === 'targetName')
  render(<p>{column?.render?.({ ...action, ...differs })}</p>)
  expect(screen.getByText(text)).toBeTruthy()
})

it.each([
  [200, 'Done'],
  [202, 'Started'],
  [403, 'Refused 403'],
])('the answer %i is called %s', (code, text) => {
  const column = actionColumns.find(({ key }) => key === 'code')
  render(<p>{column?.render?.({ ...action, code })}</p>)
  expect(screen.getByText(text)).toBeTruthy()
})

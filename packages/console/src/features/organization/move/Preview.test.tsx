import type { MovePreview, OrganizationSettings } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { Preview } from './Preview.tsx'

const settings: OrganizationSettings = {
  heartbeatSeconds: 120,
  locationMinutes: null,
  maintenance: null,
  blackouts: [],
  offlineAlarmMinutes: 1440,
  autoActivate: true,
  allowReplacement: true,
  storeVisible: true,
  launcher: null,
}
const preview: MovePreview = {
  organizations: 3,
  devices: 1200,
  users: 4,
  losing: { count: 12, names: ['amal', 'basim'] },
  gaining: { count: 0, names: [] },
  refusals: [],
  settings: {
    before: settings,
    after: { ...settings, heartbeatSeconds: 45, storeVisible: false },
    changed: ['storeVisible', 'heartbeatSeconds'],
  },
}

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

it('says what moves along, who gains and loses sight, and which settings become others', () => {
  show(<Preview preview={preview} />)
  expect(screen.getByText('Organisations: 3. Terminals: 1,200. Users: 4.')).toBeDefined()
  expect(screen.getByText('amal, basim and 10 more')).toBeDefined()
  expect(screen.getByText('Nobody')).toBeDefined()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Heartbeat every (seconds): 120 → 45',
    'Application store is shown: Yes → No',
  ])
})

it('says only why not where the move is not possible', () => {
  show(<Preview preview={{ ...preview, refusals: ['A record cannot lie below itself'] }} />)
  expect(screen.getByText('A record cannot lie below itself')).toBeDefined()
  expect(screen.queryByText('Nobody')).toBeNull()
})

import { devices, type EffectiveParam, effectiveParams, type ParamsOfApp } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { ParamsTab } from './ParamsTab.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const id = '00000000-0000-7000-8000-000000000001'
const otherId = '00000000-0000-7000-8000-000000000002'
const moment = '2026-05-01T09:00:00.000Z'

const app: ParamsOfApp = {
  appId: id,
  appName: 'Pay',
  package: 'com.example.pay',
  templateName: 'Pay settings',
  templateRevision: 2,
  state: 'FAILED',
  waitsFor: null,
  revision: 3,
  since: moment,
  heldBy: [],
  refused: [],
  edits: [],
  unresolved: ['tid'],
  isProved: false,
  provedAt: moment,
}
const value = (pid: string, more: Partial<EffectiveParam> = {}): EffectiveParam => ({
  pid,
  label: null,
  value: 'x',
  written: null,
  isSecret: false,
  source: 'ORG',
  assignmentId: id,
  assignmentName: 'All shops',
  since: moment,
  by: 'layla',
  note: 'new host',
  ...more,
})

function open(rights: readonly string[] | 'all', apps: ParamsOfApp[], more: EffectiveParam[] = []) {
  signInAs(rights)
  const server = answerCalls()
  server.reply(effectiveParams.apps, () => apps)
  server.reply(effectiveParams.effective, () => ({
    sn: 'SN-1',
    appId: id,
    held: {
      revision: 3,
      templateRevId: id,
      state: 'FAILED' as const,
      since: moment,
      until: null,
      unresolved: ['tid'],
      values: [
        ...more,
        value('host', { value: 'SN-1.example', written: '${device.sn}.example' }),
        value('pin', {
          value: null,
          isSecret: true,
          source: 'DICTIONARY',
          assignmentId: null,
          assignmentName: null,
        }),
      ],
    },
  }))
  show(<ParamsTab deviceId={id} sn="SN-1" />)
  return server
}

it('says how far the terminal is, and of each value what it is, whence, since when and why', async () => {
  const server = open('all', [app])
  server.reply(effectiveParams.bring, () => ({ count: 1 }))
  expect(await screen.findByText('Failed')).toBeTruthy()
  expect(screen.getByText('The terminal runs with other values', { exact: false })).toBeTruthy()
  expect(screen.getByText('tid')).toBeTruthy()
  expect(await screen.findByText('SN-1.example')).toBeTruthy()
  expect(screen.getByText('${device.sn}.example')).toBeTruthy()
  expect(screen.getByText('Set, not shown')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All shops' }).getAttribute('href')).toBe(
    `#/param/edit/${id}`,
  )
  expect(screen.getAllByText('new host').length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'Push now' }))
  expect(server.of(effectiveParams.bring)).toHaveLength(1)
})

it('names what somebody changed on the terminal, or says that it does not tell', async () => {
  open('all', [{ ...app, unresolved: [], state: 'DRIFT', edits: ['host.address'] }])
  expect(await screen.findByText('host.address')).toBeTruthy()
  cleanup()
  open('all', [{ ...app, unresolved: [], state: 'DRIFT' }])
  expect(await screen.findByText(/does not tell which values/)).toBeTruthy()
})

it('calls what was changed or refused as its form does', async () => {
  const refused = [{ pid: 'host.port', why: 'too large' }]
  const named = [value('host.address', { label: 'Host' }), value('host.port', { label: 'Port' })]
  open('all', [{ ...app, refused, state: 'DRIFT', edits: ['host.address'] }], named)
  const [unset, spurned, edited] = await screen.findAllByRole('alert')
  expect(unset?.textContent).toContain('tid')
  await waitFor(() => expect(spurned?.textContent).toContain('Porthost.port too large'))
  expect(edited?.textContent).toContain('Hosthost.address')
})

it('finds values by what forms call them', async () => {
  const others = Array.from({ length: 10 }, (_, at) => value(`other.${at}`))
  open('all', [app], [...others, value('tls.mode', { label: 'Encryption' })])
  await userEvent.type(await screen.findByRole('searchbox'), 'encry')
  expect(screen.getByText('tls.mode')).toBeDefined()
  expect(screen.queryByText('other.1')).toBeNull()
})

it('offers no push to those who may not, and says where nothing is set', async () => {
  open([effectiveParams.apps.permission], [app])
  await screen.findByText('Failed')
  expect(screen.queryByRole('button', { name: 'Push now' })).toBeNull()
  cleanup()
  open('all', [])
  expect(await screen.findByText(/Nobody says anything/)).toBeTruthy()
})

it('begins what is said of this terminal alone, for those who may', async () => {
  open('all', [app])
  await userEvent.click(await screen.findByRole('button', { name: 'Own values' }))
  expect(await screen.findByDisplayValue('Terminal')).toBeTruthy()
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'SN-1')
  cleanup()
  open('all', [app], [value('mid', { source: 'DEVICE', assignmentId: otherId })])
  await screen.findByText('mid')
  await userEvent.click(screen.getByRole('button', { name: 'Own values' }))
  expect(location.hash).toBe(`#/param/edit/${otherId}`)
  cleanup()
  open([effectiveParams.apps.permission], [app])
  await screen.findByText('Failed')
  expect(screen.queryByRole('button', { name: 'Own values' })).toBeNull()
})

it('tells in what another terminal differs, as it was at the same moment', async () => {
  const server = open('all', [app])
  server.reply(effectiveParams.diff, () => ({
    sn: 'SN-1',
    other: 'SN-2',
    differences: [{ pid: 'host', label: 'host', before: 'two', after: 'one', isSecret: false }],
    hiddenCount: 1,
  }))
  server.reply(devices.list, () => [{ id: otherId, name: 'SN-2', code: null }])
  await userEvent.selectOptions(await screen.findByLabelText('Compare with'), 'Another terminal')
  const picker = { selector: 'input:not([readonly])' }
  await userEvent.click(await screen.findByLabelText('Another terminal', picker))
  await userEvent.click(await screen.findByText('SN-2'))
  expect(await screen.findByRole('columnheader', { name: 'SN-2' })).toBeTruthy()
  expect(screen.getByText(/not shown: 1/)).toBeTruthy()
  expect(server.of(effectiveParams.diff)).toEqual([
    expect.objectContaining({ query: expect.objectContaining({ otherDeviceId: otherId }) }),
  ])
})

it('says why its values have not left', async () => {
  open('all', [{ ...app, state: 'PENDING', waitsFor: 'NO_APP' }])
  expect(await screen.findByText('Application not installed')).toBeTruthy()
})

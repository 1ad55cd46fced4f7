import { type MqttEntryDetail, mqttLog } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { onePage } from '../../../../test/devices.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { EntryDialog } from './EntryDialog.tsx'
import { bodyLine } from './prettyText.ts'
import { TrailList } from './TrailList.tsx'

listSpec('messages', { Screen: TrailList, page: mqttLog.page })

const entry: MqttEntryDetail = {
  id: '01a2018d-3ba4-7e31-9cd6-28d5b7de897d',
  at: '2026-11-20T14:58:41.000Z',
  direction: 'DOWN',
  sn: 'N7-000123',
  clientId: 'd:N7-000123',
  topic: 'tms/v1/main/N7-000123/down/cfg',
  type: 'cfg',
  messageId: 'm-1',
  correlationId: null,
  qos: 1,
  retain: true,
  size: 400,
  result: 'DELIVERED',
  reason: null,
  latencyMs: 12,
  node: 'host:1',
  deviceId: null,
  orgName: 'North',
  payload: '{"id":"m-1","body":{"rev":7}}',
  isCut: false,
}

it('shows the conversation that the address names', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  server.reply(mqttLog.page, () => ({ ...onePage([]), from: entry.at, to: entry.at }))
  server.reply(mqttLog.unrecorded, () => ({ messages: 0 }))
  const query = { correlationId: entry.id, from: '2026-11-20T14:58:41.000Z' }
  show(<TrailList />, query)
  await waitFor(() => expect(server.of(mqttLog.page).at(-1)?.query).toMatchObject(query))
  cleanup()
})

describe('a message', () => {
  beforeEach(() => {
    prepareBrowser()
    signInAs('all')
  })
  afterEach(cleanup)

  const open = (values: Partial<MqttEntryDetail>) => {
    const record = { ...entry, ...values }
    answerCalls().reply(mqttLog.detail, () => record)
    const dialog = { isOpen: true, record, open: () => undefined, close: () => undefined }
    show(<EntryDialog dialog={dialog} />)
  }

  it('shows what was said, a member a line, and offers to send settings again', async () => {
    open({})
    const said = within(await screen.findByRole('region', { name: 'What was said' }))
    said.getByText(/"rev": 7/)
    said.getByRole('button', { name: 'Send again' })
    expect(said.getByText('Secrets are masked before a message is recorded.')).toBeTruthy()
  })

  it('says why it was refused, and that nothing of it was kept', async () => {
    open({ direction: 'UP', type: 'hb', result: 'REFUSED', reason: 'json', payload: null })
    await screen.findByText(/Not JSON/)
    screen.getByText('Nothing of it was kept: it was no message that could be read.')
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  })
})

it('says a message in one line by its body', () => {
  expect(bodyLine(entry.payload)).toBe('{"rev":7}')
  expect(bodyLine('cut in the mid')).toBe('cut in the mid')
  expect(bodyLine(null)).toBe('')
})

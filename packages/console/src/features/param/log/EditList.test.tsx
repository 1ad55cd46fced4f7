import {
  effectiveParams,
  paramDeliveries,
  type ParamDeliveryRow,
  paramEdits,
} from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { EditList } from './EditList.tsx'

listSpec('values changed on terminals', { Screen: EditList, page: paramEdits.page })

beforeEach(prepareBrowser)
afterEach(cleanup)

const id = '00000000-0000-7000-8000-000000000001'
const otherId = '00000000-0000-7000-8000-000000000002'
const moment = '2026-05-01T09:00:00.000Z'
const row: ParamDeliveryRow = {
  id: `${id}/${id}`,
  deviceId: id,
  sn: 'SN-1',
  orgName: 'Bank',
  appId: id,
  appName: 'Pay',
  package: 'com.example.pay',
  revision: 2,
  templateName: 'Pay settings',
  templateRevision: 1,
  state: 'DRIFT',
  code: null,
  message: null,
  attempt: null,
  refused: [],
  waitsFor: null,
  edits: ['host.address'],
  pushId: null,
  taskNo: null,
  since: moment,
  changedAt: moment,
  publishedAt: null,
  endedAt: null,
  reportedAt: moment,
}

it('shows the files that a terminal was sent, and in what they differ from those before', async () => {
  signInAs('all')
  const server = answerCalls()
  server.reply(paramEdits.page, () => ({ list: [row], total: 1, pageNum: 1, pageSize: 20 }))
  const logo = `${'0'.repeat(64)}/2048/logo.png`
  server.reply(paramDeliveries.detail, ({ query }) => {
    const isNewest = query['revision'] === '2'
    return {
      sn: 'SN-1',
      appName: 'Pay',
      revision: isNewest ? 2 : 1,
      since: moment,
      until: null,
      files: [{ name: 'pay.json', encoding: 'UTF-8', text: '{"pin": "******"}', size: null }],
      previous: isNewest ? 1 : null,
      differences: isNewest
        ? [{ pid: 'logo', label: 'logo', before: null, after: logo, isSecret: false }]
        : null,
      hiddenCount: 0,
    }
  })
  show(<EditList />)
  expect(await screen.findByText('host.address')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Files' }))
  expect(await screen.findByText('{"pin": "******"}')).toBeTruthy()
  // A file is what it is called and how large it is.
  expect(screen.getByText(/^logo\.png \(2/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Revision before' }))
  expect(await screen.findByText(/Nothing is known of a revision before/)).toBeTruthy()
})

it('brings what is due to all that are chosen', async () => {
  signInAs('all')
  const server = answerCalls()
  const other = { ...row, id: `${otherId}/${id}`, deviceId: otherId, sn: 'SN-2' }
  server.reply(paramEdits.page, () => ({ list: [row, other], total: 2, pageNum: 1, pageSize: 20 }))
  server.reply(effectiveParams.bringMany, () => ({ count: 2 }))
  show(<EditList />)
  await screen.findByText('SN-2')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select SN-1' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select SN-2' }))
  const [push = document.body] = screen.getAllByRole('button', { name: 'Push now' })
  await userEvent.click(push)
  await expect.poll(() => server.of(effectiveParams.bringMany)).toHaveLength(1)
  expect(server.of(effectiveParams.bringMany)[0]?.body).toEqual({
    of: [
      { deviceId: id, appId: id },
      { deviceId: otherId, appId: id },
    ],
  })
})

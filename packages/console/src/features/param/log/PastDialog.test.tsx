import { exportOf, paramDeliveries, type PastDelivery } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { PastDialog } from './PastDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

const id = '00000000-0000-7000-8000-000000000001'
const moment = '2026-05-01T09:00:00.000Z'
const delivery: PastDelivery = {
  id,
  createdAt: moment,
  revision: 4,
  hash: 'ab'.repeat(32),
  pushId: id,
  taskNo: 'TK20260501-0007',
  state: 'FAILED',
  percent: null,
  waitsFor: null,
  code: 'P309',
  message: 'two of nine',
  refused: [{ pid: 'host', why: 'too long' }],
  attempt: 2,
  publishedAt: moment,
  endedAt: '2026-05-01T09:02:00.000Z',
  seconds: 120,
}
const forgotten = {
  ...delivery,
  id: `${id.slice(0, -1)}2`,
  revision: null,
  hash: null,
  code: null,
  refused: [],
}

function open(hasFiles: boolean) {
  const server = answerCalls()
  server.reply(paramDeliveries.past, () => ({
    list: [delivery, forgotten],
    total: 2,
    pageNum: 1,
    pageSize: 20,
  }))
  const record = { deviceId: id, sn: 'SN-1', appId: id, appName: 'Pay', hasFiles }
  const dialog = { isOpen: true, record, open: () => undefined, close: () => undefined }
  show(<PastDialog dialog={dialog} />)
  return server
}

it('tells how each delivery ended, in words, and opens the files of its revision', async () => {
  const server = open(true)
  server.reply(paramDeliveries.detail, ({ query }) => ({
    sn: 'SN-1',
    appName: 'Pay',
    revision: Number(query['revision']),
    since: moment,
    until: null,
    files: [{ name: 'pay.json', encoding: 'UTF-8', text: '{"port": 443}', size: null }],
    previous: null,
    differences: null,
    hiddenCount: 0,
  }))
  expect(await screen.findByRole('heading', { name: /SN-1.*Pay/ })).toBeTruthy()
  const code = await screen.findByText('P309')
  // The words of the code beside it, and in the tip what the terminal said.
  expect(code.closest('[title]')?.getAttribute('title')).toBe('two of nine')
  expect(code.closest('[title]')?.textContent.length).toBeGreaterThan('P309 '.length)
  expect(screen.getByText('host')).toBeTruthy()
  // Of what is forgotten there are none.
  await userEvent.click(screen.getByRole('button', { name: 'Files' }))
  expect(await screen.findByText('{"port": 443}')).toBeTruthy()
  expect(server.of(paramDeliveries.detail)[0]?.query).toEqual({ revision: '4' })
})

it('offers no files of a document', async () => {
  open(false)
  await screen.findByText('P309')
  expect(screen.queryByRole('button', { name: 'Files' })).toBeNull()
})

it('takes them away as a file, filtered as they are shown, with each end in words', async () => {
  const server = open(true)
  server.reply(exportOf(paramDeliveries.past), () => null)
  await screen.findByText('P309')
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /CSV/, hidden: true }))
  await waitFor(() => expect(server.of(exportOf(paramDeliveries.past))).toHaveLength(1))
  const { columns, ...asked } = server.of(exportOf(paramDeliveries.past))[0]?.query ?? {}
  expect(asked).toMatchObject({ deviceId: id, appId: id, format: 'csv' })
  expect(JSON.parse(columns ?? '')).toEqual(
    expect.arrayContaining([
      ['state', 'State', 'device.task.{state}'],
      ['code', 'Why', 'device.code.{code}'],
    ]),
  )
})

it('offers no file to whoever may take none away', async () => {
  signInAs([paramDeliveries.past.permission, 'PARAM_LOG_LIST'])
  open(true)
  await screen.findByText('P309')
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

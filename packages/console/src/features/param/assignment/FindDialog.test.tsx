import { effectiveParams, groups, paramTemplates } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useNotices } from '../../../kit/notify.ts'
import { FindDialog } from './FindDialog.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const none = () => undefined
const appId = '00000000-0000-7000-8000-0000000000aa'
const groupId = '00000000-0000-7000-8000-0000000000bb'
const terminal = (number: number, app = appId) => ({
  deviceId: `00000000-0000-7000-8000-00000000000${number}`,
  sn: `TEST-000${number}`,
  appId: app,
  appName: 'Pay',
})
const found = [terminal(1), terminal(1, groupId), terminal(2)]

/** The dialog once it has found them. */
async function search(rights: readonly string[] | 'all') {
  signInAs(rights)
  useNotices.setState({ list: [] })
  const server = answerCalls()
  server.reply(paramTemplates.offered, () => ({ list: [], total: 0, pageNum: 1, pageSize: 20 }))
  server.reply(effectiveParams.search, () => ({ devices: found, next: null }))
  show(<FindDialog dialog={{ isOpen: true, record: null, open: none, close: none }} />)
  process.stderr.write('STEP A\n')
  const button = await screen.findByRole('button', { name: 'Search' })
  process.stderr.write('STEP B\n')
  // Its list of choices bears the same label.
  await userEvent.type(screen.getAllByLabelText(/Parameter/)[0] ?? button, 'host')
  process.stderr.write('STEP C\n')
  await userEvent.click(button)
  await new Promise((done) => setTimeout(done, 1500))
  process.stderr.write('STEP D' + document.body.textContent + [...document.querySelectorAll('input')].map((i) => i.id + '=' + i.value).join('|') + '\n')
  await screen.findByText('Found: 3')
  return server
}

it('leads to the list of terminals, with each of them once', async () => {
  await search('all')
  const link = screen.getByRole('link', { name: 'Show in the list of terminals' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    '#/device/list?sns=TEST-0001,TEST-0002',
  )
})

it('brings them what they should have, each with its application', async () => {
  const server = await search('all')
  server.reply(effectiveParams.bringMany, () => ({ count: 3 }))
  await userEvent.click(screen.getByRole('button', { name: 'Push now' }))
  await waitFor(() => expect(server.of(effectiveParams.bringMany)).toHaveLength(1))
  expect(server.of(effectiveParams.bringMany)[0]?.body).toEqual({
    of: found.map(({ deviceId, appId: app }) => ({ deviceId, appId: app })),
  })
})

it('puts them into a group, and shows which it may not hold', async () => {
  const server = await search('all')
  server.reply(groups.list, () => [{ id: groupId, name: 'Pilot', code: null, orgName: 'North' }])
  server.reply(groups.addMembers, () => ({ count: 1, unknown: ['TEST-0002'] }))
  await userEvent.click(screen.getByRole('button', { name: 'Add to group' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to group' }))
  await userEvent.click((await dialog.findAllByLabelText(/Static/))[0] ?? screen.getByRole('form'))
  await userEvent.click(await screen.findByText('Pilot'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add terminals: 2' }))
  await waitFor(() => expect(server.of(groups.addMembers)).toHaveLength(1))
  expect(server.of(groups.addMembers)[0]?.body).toEqual({
    groupId,
    sns: ['TEST-0001', 'TEST-0002'],
  })
  expect(await dialog.findByDisplayValue('TEST-0002')).toBeTruthy()
})

it('offers nothing of that to who may not', async () => {
  await search([effectiveParams.search.permission])
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Push now' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add to group' })).toBeNull()
})

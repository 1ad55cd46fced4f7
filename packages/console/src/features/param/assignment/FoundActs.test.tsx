import { deviceSets, effectiveParams, groups } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useNotices } from '../../../kit/notify.ts'
import { FoundActs } from './FoundActs.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const appId = '00000000-0000-7000-8000-0000000000aa'
const groupId = '00000000-0000-7000-8000-0000000000bb'
const terminal = (number: number, app = appId) => ({
  deviceId: `00000000-0000-7000-8000-00000000000${number}`,
  sn: `TEST-000${number}`,
  appId: app,
  appName: 'Pay',
})
const found = [terminal(1), terminal(1, groupId), terminal(2)]

function open(rights: readonly string[] | 'all') {
  signInAs(rights)
  useNotices.setState({ list: [] })
  const server = answerCalls()
  show(<FoundActs found={found} />)
  return server
}

it('leads to the list of terminals, with each of them once', () => {
  open('all')
  const link = screen.getByRole('link', { name: 'Show in the list of terminals' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    '#/device/list?sns=TEST-0001,TEST-0002',
  )
})

it('brings them their values, each with its application', async () => {
  const server = open('all')
  server.reply(effectiveParams.bringMany, () => ({ count: 3 }))
  await userEvent.click(screen.getByRole('button', { name: 'Push now' }))
  await waitFor(() => expect(server.of(effectiveParams.bringMany)).toHaveLength(1))
  expect(server.of(effectiveParams.bringMany)[0]?.body).toEqual({
    of: found.map(({ deviceId, appId: app }) => ({ deviceId, appId: app })),
  })
})

it('puts them into a group, each of them once', async () => {
  const server = open('all')
  server.reply(groups.list, () => [{ id: groupId, name: 'Pilot', code: null, orgName: 'North' }])
  server.reply(deviceSets.join, () => ({ count: 2, rows: [] }))
  await userEvent.click(screen.getByRole('button', { name: 'Add to group' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = await dialog.findByLabelText(/^Group/, { selector: 'input:not([readonly])' })
  await userEvent.type(field, 'Pil')
  await userEvent.click(await screen.findByText('Pilot'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add to group' }))
  await waitFor(() =>
    expect(server.of(deviceSets.join)).toMatchObject([
      { body: { groupId, ids: [found[0]?.deviceId, found[2]?.deviceId] } },
    ]),
  )
})

it('offers nothing of that to who may not', () => {
  open([effectiveParams.search.permission])
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Push now' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add to group' })).toBeNull()
})

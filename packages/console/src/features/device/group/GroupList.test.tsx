import { devices, type Filter, type Group, groups, organizations } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { deviceOf, onePage } from '../../../../test/devices.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { useNotices } from '../../../kit/notify.ts'
import { DeviceList } from '../list/DeviceList.tsx'
import { GroupList } from './GroupList.tsx'

const at = '2026-01-01T00:00:00.000Z'
const org = '019a0000-0000-7000-8000-000000000901'
const low: Filter = { field: 'battery', op: 'atMost', values: ['20'] }
const group = (change: Partial<Group> = {}): Group => ({
  id: '019a0000-0000-7000-8000-000000000501',
  status: 1,
  version: 3,
  createdAt: at,
  updatedAt: at,
  updatedBy: null,
  name: 'Low batteries',
  orgId: org,
  type: 'DYNAMIC',
  filter: low,
  includeSubOrgs: true,
  modelIds: [],
  modelNames: [],
  uses: 0,
  usedBy: [],
  failure: null,
  failedAt: null,
  maxMembers: 10_000,
  description: null,
  orgName: 'Tigris Bank',
  members: 12,
  state: 'ACTIVE',
  rebuiltAt: at,
  ...change,
})

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useNotices.setState({ list: [] })
  useQuestion.setState({ asked: null })
  server = answerCalls()
  server.reply(groups.page, () => onePage([group()]))
  server.reply(organizations.tree, () => [
    { id: org, name: 'Tigris Bank', code: 'TB', children: [] },
  ])
  server.reply(groups.preview, () => ({ count: 150, joining: 120, leaving: 3, first: [] }))
})
afterEach(cleanup)

const notices = () => useNotices.getState().list.map(({ text }) => text)

async function choose(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Low batteries' }))
  const menu = within(await screen.findByRole('menu', { hidden: true }))
  await userEvent.click(await menu.findByText(name))
}

it('says the filter of a group in words', async () => {
  show(<GroupList />)
  await waitFor(() =>
    expect(document.querySelector('td bdi[title^="Battery"]')?.textContent).toMatch(
      /^Battery at most \u2068?20%/,
    ),
  )
})

it('asks before another filter is saved, with the number of those who join or leave', async () => {
  server.reply(groups.update, () => group())
  show(<GroupList />)
  await choose('Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit: Low batteries' }))
  expect(dialog.getByLabelText('Type')).toHaveProperty('disabled', true)
  const value = await dialog.findByRole('textbox', { name: 'Value' })
  await userEvent.clear(value)
  await userEvent.type(value, '30')
  await dialog.findByText('Joining: 120 · leaving: 3')
  for (const agrees of [false, true]) {
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(useQuestion.getState().asked).toMatchObject({ count: 123 }))
    expect(server.of(groups.update)).toHaveLength(0)
    await answerQuestion(agrees)
  }
  await waitFor(() => expect(server.of(groups.update)).toHaveLength(1))
  expect(server.of(groups.update)[0]?.body).toMatchObject({
    filter: { ...low, values: ['30'] },
    version: 3,
  })
})

it('asks before a static group is narrowed, with the number of those who leave', async () => {
  const members = group({ type: 'STATIC', filter: null, includeSubOrgs: true })
  server.reply(groups.page, () => onePage([members]))
  server.reply(groups.update, () => members)
  server.reply(groups.preview, () => ({ count: 2, joining: 0, leaving: 3, first: [] }))
  show(<GroupList />)
  await choose('Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit: Low batteries' }))
  await userEvent.click(await dialog.findByLabelText('With the organisations below'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(useQuestion.getState().asked).toMatchObject({ count: 3 }))
  expect(server.of(groups.preview).at(-1)?.body).toMatchObject({
    includeSubOrgs: false,
    filter: { field: 'groupId', op: 'in', values: [members.id] },
  })
  await answerQuestion(true)
  await waitFor(() => expect(server.of(groups.update)).toHaveLength(1))
})

it('cannot be saved while something of the filter is missing, and says what', async () => {
  show(<GroupList />)
  await choose('Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit: Low batteries' }))
  await userEvent.clear(await dialog.findByRole('textbox', { name: 'Value' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Say what it is compared with')
  expect(server.of(groups.update)).toHaveLength(0)
})

it('says of a group that failed why, how it is cured, and lets it be tried again or frozen', async () => {
  // A fact that an earlier version knew.
  const filter = { field: 'shoeSize', op: 'is', values: ['44'] } as never
  const failed = group({ state: 'PENDING', failure: 'FILTER', failedAt: at, filter })
  server.reply(groups.page, () => onePage([failed]))
  server.reply(groups.rebuild, () => ({ count: 1 }))
  show(<GroupList />)
  expect((await screen.findByText('Failed', { selector: 'td *' })).textContent).toBe('Failed')
  screen.getByTitle(/can no longer be judged/)
  await choose('Find members anew')
  await waitFor(() => expect(server.of(groups.rebuild)).toHaveLength(1))
  await choose('Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit: Low batteries' }))
  await dialog.findByText(/Edit the filter, or freeze the group/)
})

it('pastes the members of a new static group, and tells who is unknown', async () => {
  server.reply(groups.add, () => group({ type: 'STATIC', filter: null, name: 'Pilot' }))
  server.reply(groups.addMembers, () => ({ count: 1, unknown: ['X-00002'] }))
  show(<GroupList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add group' }))
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Pilot')
  await userEvent.selectOptions(dialog.getByLabelText(/^Type/), 'Static')
  const orgs = await dialog.findByLabelText(/^Organisation/, { selector: 'input:not([readonly])' })
  await userEvent.type(orgs, 'Tig{Enter}')
  await userEvent.click(dialog.getByLabelText(/^Serial numbers/))
  await userEvent.paste('x-00001, x-00002')
  expect(dialog.getByText('2 serial numbers')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(server.of(groups.addMembers)).toHaveLength(1))
  expect(server.of(groups.add)[0]?.body).toMatchObject({ type: 'STATIC', filter: null })
  expect(server.of(groups.addMembers)[0]?.body).toMatchObject({ sns: ['X-00001', 'X-00002'] })
  const told = within(await screen.findByRole('dialog', { name: 'Not all were added' }))
  expect(told.getByLabelText('Unknown serial numbers')).toHaveProperty('value', 'X-00002')
  await waitFor(() => expect(notices()).toContain('One terminal added'))
})

it('keeps a member of a dynamic group out, and lets it in again', async () => {
  const terminal = { ...deviceOf(1), since: at }
  server.reply(groups.members, () => onePage([terminal]))
  server.reply(groups.excluded, () => onePage([{ ...terminal, by: 'dana' }]))
  server.reply(groups.exclude, () => ({ count: 1, unknown: [] }))
  server.reply(groups.readmit, () => ({ count: 1, unknown: [] }))
  show(<GroupList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Members' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Members of Low batteries' }))
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Select TEST-0001' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Keep out' }))
  await waitFor(() => expect(notices()).toContain('One terminal kept out'))
  await userEvent.click(dialog.getByRole('tab', { name: 'Kept out' }))
  expect(await dialog.findByText('dana')).toBeTruthy()
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Select TEST-0001' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Let in again' }))
  await waitFor(() => expect(notices()).toContain('One terminal let in again'))
  for (const call of [groups.exclude, groups.readmit])
    expect(server.of(call)[0]?.body).toEqual({ groupId: group().id, sns: ['TEST-0001'] })
})

it('says why a terminal is no member, part by part', async () => {
  const terminal = deviceOf(1)
  server.reply(groups.members, () => onePage([]))
  server.reply(devices.list, () => [{ id: terminal.id, name: terminal.sn, code: null }])
  server.reply(groups.why, () => ({
    deviceId: terminal.id,
    sn: terminal.sn,
    since: null,
    gates: [{ gate: 'ROOM' as const, passes: true }],
    parts: [{ depth: 0, join: null, filter: low, holds: false, own: ['64'] }],
  }))
  show(<GroupList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Members' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Members of Low batteries' }))
  await userEvent.click(dialog.getByRole('tab', { name: 'Why, or why not?' }))
  await userEvent.click(
    await dialog.findByLabelText(/^Terminal/, { selector: 'input:not([type=hidden])' }),
  )
  await userEvent.click(await screen.findByRole('option', { name: 'TEST-0001', hidden: true }))
  expect((await dialog.findByText(/is no member/)).textContent).toContain('TEST-0001')
  expect(dialog.getByText('Does not hold').closest('li')?.textContent).toMatch(/Battery at most/)
  // Isolated as every value is.
  const part = dialog.getByText('Does not hold').closest('li')?.textContent
  expect(part?.replace(/[\u2068\u2069]/g, '')).toContain('This terminal: 64%')
})

it('turns what the list of terminals shows into a group, and says what it cannot take along', async () => {
  server.reply(devices.page, () => onePage([deviceOf(1)]))
  server.reply(devices.count, () => ({
    total: 1,
    online: 1,
    offline: 0,
    alarmed: 0,
    byLifecycle: {},
  }))
  const tree = JSON.stringify({ field: 'tag', op: 'hasAny', values: ['till'] })
  const address = show(<DeviceList />, { presence: 'OFFLINE', warranty: 'ended', tree })
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Advanced filter Tags include/ })).toBeTruthy(),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save as group' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add group' }))
  expect(dialog.getByText(/cannot follow these filters of the list: \u2068?Warranty/)).toBeTruthy()
  await waitFor(() => expect(dialog.getAllByRole('group', { name: /^Condition / })).toHaveLength(2))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Advanced filter' }))
  expect(address.query).toEqual({ presence: 'OFFLINE', warranty: 'ended' })
})

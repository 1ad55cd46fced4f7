import { codes, type ListView, listViews, vendors, viewSharing } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Activity, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refuse } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { answerVendors, idOf, VendorTable } from '../../../../test/vendorTable.tsx'

const look = { order: [], hidden: [], widths: {}, density: 'normal' as const }
const stateOf = (keyword: string) => ({ filter: {}, keyword, sort: null, pageSize: 50, look })
const viewOf = (n: number, name: string, change: Partial<ListView> = {}): ListView => ({
  id: idOf(n),
  name,
  state: stateOf(name.toLowerCase()),
  version: 1,
  isOwn: true,
  owner: 'Layla',
  roles: [],
  ...change,
})

let server: ReturnType<typeof answerVendors>
let views: ListView[]
let defaultId: string | null

beforeEach(() => {
  localStorage.clear()
  prepareBrowser()
  signInAs('all')
  views = []
  defaultId = null
  server = answerVendors()
  server.reply(listViews.list, () => ({ views, defaultId, look: null }))
  server.reply(viewSharing.roles, () => [
    { id: idOf(70), name: 'Operators' },
    { id: idOf(71), name: 'Auditors' },
  ])
})
afterEach(cleanup)

const openMenu = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('menu', { hidden: true }))
}
const choose = async (menu: string | RegExp, item: string) =>
  userEvent.click(await (await openMenu(menu)).findByText(item))

it('saves what is shown under a name, shared with roles', async () => {
  server.reply(listViews.add, ({ body }) => {
    const { name, state } = body as ListView
    views = [viewOf(1, name, { state })]
    return viewOf(1, name, { state })
  })
  const address = show(<VendorTable />, { keyword: 'acme', country: 'IQ' })
  await screen.findByText('Vendor 1')
  await choose('Views', 'Save as a new view')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as a new view' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  dialog.getByText('Please fill this in')
  expect(server.of(listViews.add)).toHaveLength(0)
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Auditors' }))
  await userEvent.type(dialog.getByLabelText(/^Name of the view/), 'Acme{Enter}')
  await waitFor(() => expect(server.of(listViews.add)).toHaveLength(1))
  expect(server.of(listViews.add)[0]?.body).toMatchObject({
    name: 'Acme',
    list: vendors.page.path,
    roleIds: [idOf(71)],
    state: { keyword: 'acme', filter: { country: 'IQ' }, pageSize: 20 },
  })
  await waitFor(() => expect(address.query['view']).toBe(idOf(1)))
  await screen.findByRole('button', { name: 'Acme' })
  // The filters, whose form the dialog stands in for React, were not sent again.
  expect(address.query).toMatchObject({ keyword: 'acme', country: 'IQ' })
})

it('keeps the dialog and says why when the server refuses a name', async () => {
  const fields = [{ field: 'name', message: 'This name is taken' }]
  server.refuse(listViews.add, refuse(codes.duplicate, 'taken', { fields }))
  show(<VendorTable />)
  await choose('Views', 'Save as a new view')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Name of the view/), 'Acme{Enter}')
  await dialog.findByText('This name is taken')
  expect(dialog.getByLabelText(/^Name of the view/)).toHaveProperty('value', 'Acme')
})

it('shows what a view keeps, and says when something else is shown by now', async () => {
  views = [viewOf(1, 'Acme'), viewOf(2, 'Theirs', { isOwn: false, owner: 'Omar' })]
  const address = show(<VendorTable />)
  await choose('Views', 'Acme')
  await waitFor(() => expect(address.query).toMatchObject({ keyword: 'acme', view: idOf(1) }))
  expect(server.of(vendors.page).at(-1)?.query).toMatchObject({ keyword: 'acme', pageSize: '50' })
  expect(screen.queryByRole('img', { name: 'changed' })).toBeNull()
  await userEvent.type(screen.getByLabelText('Name or code'), '2{Enter}')
  await screen.findByRole('img', { name: 'changed' })
  const menu = await openMenu(/^Acme/)
  menu.getByText('Omar')
  menu.getByText('Save the changes')
})

/** The list in a tab that is left and come back to. */
function InTab() {
  const [isHere, setHere] = useState(true)
  return (
    <>
      <button onClick={() => setHere(!isHere)}>Change the tab</button>
      <Activity mode={isHere ? 'visible' : 'hidden'}>
        <VendorTable />
      </Activity>
    </>
  )
}

it('stays without what a view keeps and its user took off, also after another tab', async () => {
  views = [viewOf(1, 'Acme', { state: { ...stateOf('acme'), pageSize: 20 } })]
  const address = show(<InTab />)
  await choose('Views', 'Acme')
  await waitFor(() => expect(address.query).toMatchObject({ keyword: 'acme', view: idOf(1) }))
  await userEvent.type(
    screen.getByLabelText('Name or code'),
    '{Control>}a{/Control}{Delete}{Enter}',
  )
  await waitFor(() => expect(address.query['keyword']).toBeUndefined())
  for (const _ of ['away', 'back']) await userEvent.click(screen.getByText('Change the tab'))
  await screen.findByRole('img', { name: 'changed' })
  expect(address.query).toEqual({ view: idOf(1), pageSize: '20' })
})

it.each([
  ['a link', { view: idOf(2) }],
  ['its choice', {}],
])('arranges the list as a view of others only while %s shows it', async (how, query) => {
  const theirs = { ...stateOf('theirs'), look: { ...look, hidden: ['country'] } }
  views = [viewOf(2, 'Theirs', { isOwn: false, owner: 'Omar', state: theirs })]
  show(<VendorTable />, query)
  if (how === 'its choice') {
    await screen.findByRole('columnheader', { name: /^Country/ })
    await choose('Views', 'Theirs')
  }
  await screen.findByRole('button', { name: 'Theirs' })
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /^Country/ })).toBeNull())
  await choose(/^Theirs/, 'Without a view')
  await screen.findByRole('columnheader', { name: /^Country/ })
  expect(localStorage.getItem('lists') ?? '').not.toContain('"country"')
})

it('offers of a view of others neither change nor deletion', async () => {
  views = [viewOf(2, 'Theirs', { isOwn: false, owner: 'Omar' })]
  show(<VendorTable />, { view: idOf(2) })
  const menu = await openMenu('Theirs')
  await menu.findByText('Save as a new view')
  for (const act of ['Rename or share', 'Save the changes', 'Delete this view'])
    expect(menu.queryByText(act)).toBeNull()
})

it('renames a view over the version that was read, and keeps whom it is shared with', async () => {
  views = [viewOf(1, 'Acme', { version: 4, roles: [{ id: idOf(70), name: 'Operators' }] })]
  server.reply(listViews.update, () => viewOf(1, 'Acme of Basra'))
  show(<VendorTable />, { view: idOf(1) })
  await choose(/^Acme/, 'Rename or share')
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename or share' }))
  expect(dialog.getByRole('checkbox', { name: 'Operators' })).toHaveProperty('checked', true)
  await userEvent.type(dialog.getByLabelText(/^Name of the view/), ' of Basra{Enter}')
  await waitFor(() => expect(server.of(listViews.update)).toHaveLength(1))
  expect(server.of(listViews.update)[0]?.body).toMatchObject({
    id: idOf(1),
    version: 4,
    name: 'Acme of Basra',
    roleIds: [idOf(70)],
    state: { keyword: 'acme' },
  })
})

it('opens the list with a view, or no longer', async () => {
  views = [viewOf(1, 'Acme')]
  server.reply(listViews.setDefault, ({ body }) => {
    defaultId = (body as { id: string | null }).id
    return { count: 1 }
  })
  show(<VendorTable />, { view: idOf(1) })
  await choose(/^Acme/, 'Open the list with this view')
  await waitFor(() => expect(defaultId).toBe(idOf(1)))
  await choose(/^Acme/, 'Do not open the list with it')
  await waitFor(() => expect(defaultId).toBeNull())
})

it('deletes a view after a question, and shows the rows as before', async () => {
  views = [viewOf(1, 'Acme')]
  server.reply(listViews.remove, () => {
    views = []
    return { count: 1 }
  })
  const address = show(<VendorTable />, { view: idOf(1) })
  await choose(/^Acme/, 'Delete this view')
  await answerQuestion(false)
  expect(server.of(listViews.remove)).toHaveLength(0)
  await choose(/^Acme/, 'Delete this view')
  await answerQuestion(true)
  await waitFor(() => expect(address.query['view']).toBeUndefined())
  expect(address.query['keyword']).toBe('acme')
  expect(server.of(listViews.remove)[0]?.path).toContain(idOf(1))
})

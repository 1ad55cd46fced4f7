import { type Area, areas, codes, type ReplyOf } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { AreaList } from './AreaList.tsx'

const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const area = (n: number, name: string): Area => ({
  id: idOf(n),
  status: 1,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  name,
  code: `A${n}`,
  type: 'country',
  parentId: null,
  timezoneId: null,
  timezoneName: null,
  iso2: null,
  iso3: null,
  phoneCode: null,
  currency: null,
  sort: n,
  remark: null,
  parentName: null,
  timezoneCount: 0,
})

const pageOf = (list: Area[], total = list.length): ReplyOf<typeof areas.page> => ({
  list,
  total,
  pageNum: 1,
  pageSize: 20,
})

let server: ReturnType<typeof answerCalls>
let rows: Area[]

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  rows = [area(1, 'Iraq'), area(2, 'Oman')]
  server = answerCalls()
  server.reply(areas.page, () => pageOf(rows))
  server.reply(areas.list, () => [])
})
afterEach(cleanup)

it('keeps sort, keyword and page of the list in the address', async () => {
  server.reply(areas.page, ({ query }) => pageOf(rows, query['pageNum'] === '2' ? 22 : 22))
  const address = show(<AreaList />)
  await screen.findByText('Iraq')
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(address.query).toEqual({ sortField: 'name', sortOrder: 'asc' })
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(address.query).toMatchObject({ sortField: 'name', pageNum: '2' })
  await userEvent.type(screen.getByLabelText('Name or code'), 'om{Enter}')
  expect(address.query).toEqual({ sortField: 'name', sortOrder: 'asc', keyword: 'om' })
  await waitFor(() =>
    expect(server.of(areas.page).at(-1)?.query).toMatchObject({ keyword: 'om', pageNum: '1' }),
  )
})

it('reads the list from the address it is opened at', async () => {
  show(<AreaList />, { type: 'city', pageSize: '50', pageNum: '3', tab: 'other' })
  await screen.findByText('Iraq')
  expect(server.of(areas.page)[0]?.query).toEqual({ type: 'city', pageSize: '50', pageNum: '3' })
})

it('says what is wrong with a field before anything is sent', async () => {
  show(<AreaList />)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Add' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Add area' })
  await userEvent.type(await within(dialog).findByLabelText(/^Code/), 'ab cd')
  await userEvent.type(within(dialog).getByLabelText(/^Order/), '٧٧٧٧٧')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  expect(within(dialog).getAllByText('Please fill this in')).toHaveLength(2)
  within(dialog).getByText('Letters A–Z, digits, and _ . - only')
  within(dialog).getByText('At most 9,999')
  expect(server.of(areas.add)).toEqual([])
})

it('sends empty fields as null, digits of either script as numbers', async () => {
  server.reply(areas.add, () => area(3, 'Basra'))
  show(<AreaList />)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Add' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Add area' })
  await userEvent.type(await within(dialog).findByLabelText(/^Name/), 'Basra')
  await userEvent.type(within(dialog).getByLabelText(/^Code/), 'BSR')
  await userEvent.selectOptions(within(dialog).getByLabelText(/^Type/), 'City')
  await userEvent.clear(within(dialog).getByLabelText(/^Order/))
  await userEvent.type(within(dialog).getByLabelText(/^Order/), '١٢{Enter}')
  await waitFor(() => expect(server.of(areas.add)).toHaveLength(1))
  expect(server.of(areas.add)[0]?.body).toEqual({
    name: 'Basra',
    code: 'BSR',
    type: 'city',
    parentId: null,
    timezoneId: null,
    iso2: null,
    iso3: null,
    phoneCode: null,
    currency: null,
    sort: 12,
    remark: null,
  })
  await waitFor(() => expect(server.of(areas.page).length).toBeGreaterThan(1))
})

it("shows the server's problem at its field and keeps the input", async () => {
  server.refuse(
    areas.update,
    refuse(codes.duplicate, 'In use', { fields: [{ field: 'code', message: 'Taken by Oman' }] }),
  )
  const address = show(<AreaList />)
  await screen.findByText('Iraq')
  await userEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement)
  const code = await screen.findByLabelText(/^Code/)
  await userEvent.clear(code)
  await userEvent.type(code, 'A2')
  expect(address.isDirty).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Taken by Oman')
  expect(code).toHaveProperty('value', 'A2')
})

it('takes over what another editor changed and keeps what this one typed', async () => {
  server.refuse(areas.update, refuse(codes.versionConflict, 'Omar changed this record'))
  server.reply(areas.detail, () => ({ ...area(1, 'Irak'), version: 2, currency: 'IQD' }))
  show(<AreaList />)
  await screen.findByText('Iraq')
  await userEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement)
  const code = await screen.findByLabelText(/^Code/)
  await userEvent.clear(code)
  await userEvent.type(code, 'IRQ{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: /Take over/ }))
  await waitFor(() => expect(screen.getByLabelText(/^Currency/)).toHaveProperty('value', 'IQD'))
  server.reply(areas.update, () => area(1, 'Irak'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.of(areas.update).at(-1)?.body).toMatchObject({
      version: 2,
      name: 'Irak',
      code: 'IRQ',
      currency: 'IQD',
    }),
  )
})

it('puts a switch back when the server refuses', async () => {
  server.refuse(areas.setStatus, refuse(102, 'Still in use'))
  show(<AreaList />)
  const status = await screen.findByRole('switch', { name: 'Iraq enabled' })
  await userEvent.click(status)
  await waitFor(() => expect(server.of(areas.setStatus)).toHaveLength(1))
  await screen.findByRole('switch', { name: 'Iraq enabled', checked: true })
})

it('removes the chosen rows at once', async () => {
  server.reply(areas.removeMany, () => ({ count: 2 }))
  show(<AreaList />)
  await userEvent.click(await screen.findByLabelText('Select all rows of this page'))
  rows = []
  await userEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }))
  await screen.findByText(/^No areas yet/)
  expect(server.of(areas.removeMany)[0]?.body).toEqual({ ids: [idOf(1), idOf(2)] })
})

it('says that the bin is empty, and beside the name of what lies in it when it was removed', async () => {
  server.reply(areas.recyclePage, () => ({ list: [], total: 0, pageNum: 1, pageSize: 20 }))
  show(<AreaList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Recycle bin' }))
  const bin = within(await screen.findByRole('dialog', { name: 'Recycle bin' }))
  expect(await bin.findByText('The recycle bin is empty')).toBeTruthy()
  const heads = bin.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads.indexOf('Removed at')).toBe(heads.indexOf('Name') + 1)
})

it('destroys from the bin only what was agreed to', async () => {
  const removed = { deletedAt: '2026-02-01T00:00:00.000Z', deletedBy: 'Layla' }
  server.reply(areas.recyclePage, () => ({
    ...pageOf([]),
    list: [{ ...area(9, 'Atlantis'), ...removed }],
    total: 1,
  }))
  server.reply(areas.destroy, () => ({ count: 1 }))
  show(<AreaList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Recycle bin' }))
  const bin = await screen.findByRole('dialog', { name: 'Recycle bin' })
  const row = (await within(bin).findByText('Atlantis')).closest('tr') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: 'Destroy' }))
  await answerQuestion(false)
  expect(server.of(areas.destroy)).toEqual([])
  await userEvent.click(within(row).getByRole('button', { name: 'Destroy' }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(areas.destroy)).toHaveLength(1))
})

it('offers nothing that the user may not do', async () => {
  signInAs(['AREA_LIST'])
  show(<AreaList />)
  await screen.findByText('Iraq')
  for (const name of ['Add', 'Edit', 'Delete', 'Recycle bin']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})

it('asks the server for nothing without the permission to list', () => {
  signInAs([])
  show(<AreaList />)
  screen.getByText(/Ask an administrator for the permission AREA_LIST/)
  expect(server.asked).toEqual([])
})

it('offers to try again after a failure', async () => {
  server.refuse(areas.page, refuse(500, 'Something went wrong'))
  show(<AreaList />)
  await screen.findByText('Something went wrong')
  server.reply(areas.page, () => pageOf(rows))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Iraq')).toBeTruthy()
})

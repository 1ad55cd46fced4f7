import { codes, vendors } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refuse } from '../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { answerVendors, idOf, pageOf, vendorOf, VendorTable } from '../../../test/vendorTable.tsx'
import { useNotices } from '../notify.ts'

let server: ReturnType<typeof answerVendors>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useNotices.setState({ list: [] })
  server = answerVendors()
  server.reply(vendors.page, () =>
    pageOf(
      [1, 2, 3].map((n) => vendorOf(n)),
      { total: 57 },
    ),
  )
})
afterEach(cleanup)

const bar = async () => within(await screen.findByRole('toolbar'))
const selectPage = async () =>
  userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
const rowsOf = (...ns: number[]) =>
  ns.map((n) => ({ id: idOf(n), version: 2, name: `Vendor ${n}` }))
const lastNotice = () => useNotices.getState().list.at(-1)

describe('the bar over chosen rows', () => {
  it('counts them, and goes when none is left', async () => {
    show(<VendorTable />)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Vendor 2' }))
    ;(await bar()).getByText('1 chosen')
    await userEvent.click((await bar()).getByRole('button', { name: 'Select none' }))
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })

  it('offers all that match from the first row on, and no more once all are chosen', async () => {
    show(<VendorTable />)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Vendor 2' }))
    await userEvent.click((await bar()).getByRole('button', { name: 'Select all 57 that match' }))
    ;(await bar()).getByText('All 57 that match are chosen')
    expect((await bar()).queryByRole('button', { name: /^Select all/ })).toBeNull()
  })

  it('copies what is chosen on this page, and says so where that is not all', async () => {
    show(<VendorTable />, { pageSize: '3' })
    await selectPage()
    ;(await bar()).getByRole('button', { name: 'Copy' })
    server.reply(vendors.page, () => pageOf([vendorOf(3), vendorOf(4)], { total: 57 }))
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await (await bar()).findByRole('button', { name: 'Copy the one of this page' })
    server.reply(vendors.page, () => pageOf([vendorOf(5)], { total: 57 }))
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(async () =>
      expect((await bar()).getByRole('button', { name: 'Copy' })).toHaveProperty('disabled', true),
    )
    await userEvent.click((await bar()).getByRole('button', { name: /that match/ }))
    ;(await bar()).getByRole('button', { name: 'Copy the one of this page' })
  })

  it('says that more match than were counted', async () => {
    server.reply(vendors.page, () => pageOf([vendorOf(1)], { total: 10_000, capped: true }))
    show(<VendorTable />)
    await selectPage()
    await userEvent.click((await bar()).getByRole('button', { name: 'Select all that match' }))
    expect((await bar()).queryByText('All 10,000+ that match are chosen')).not.toBeNull()
  })

  it('changes all that match, and asks with their number', async () => {
    server.reply(vendors.removeMany, () => ({ count: 57 }))
    show(<VendorTable />, { country: 'IQ' })
    await selectPage()
    await userEvent.click((await bar()).getByRole('button', { name: 'Select all 57 that match' }))
    ;(await bar()).getByText('All 57 that match are chosen')
    await userEvent.click((await bar()).getByRole('button', { name: 'Delete' }))
    await answerQuestion(false)
    expect(server.of(vendors.removeMany)).toHaveLength(0)
    await userEvent.click((await bar()).getByRole('button', { name: 'Delete' }))
    await answerQuestion(true)
    await waitFor(() => expect(server.of(vendors.removeMany)).toHaveLength(1))
    expect(server.of(vendors.removeMany)[0]?.body).toEqual({
      matching: { country: 'IQ' },
      count: 57,
    })
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })

  it('asks again with the new number when others match by now', async () => {
    const counts: number[] = []
    server.reply(vendors.removeMany, ({ body }) => {
      counts.push((body as { count: number }).count)
      return { count: 58 }
    })
    server.refuse(vendors.removeMany, refuse(codes.countChanged, '58 match', { count: 58 }))
    show(<VendorTable />)
    await selectPage()
    await userEvent.click((await bar()).getByRole('button', { name: /that match/ }))
    await userEvent.click((await bar()).getByRole('button', { name: 'Delete' }))
    await answerQuestion(true)
    await waitFor(() => expect(server.of(vendors.removeMany)).toHaveLength(1))
    server.reply(vendors.removeMany, ({ body }) => {
      counts.push((body as { count: number }).count)
      return { count: 58 }
    })
    await answerQuestion(true)
    await waitFor(() => expect(counts).toEqual([58]))
  })

  it('keeps the others when one row is taken out of all', async () => {
    show(<VendorTable />)
    await selectPage()
    await userEvent.click((await bar()).getByRole('button', { name: /that match/ }))
    const second = screen.getByRole('checkbox', { name: 'Select Vendor 2' })
    await userEvent.click(second)
    ;(await bar()).getByText('2 chosen')
    expect(second).toHaveProperty('checked', false)
  })

  it('enables and disables them, and says what a rule kept', async () => {
    server.reply(vendors.setStatusMany, () => ({
      count: 2,
      rows: rowsOf(1, 3),
      refused: [{ id: idOf(2), name: 'Vendor 2', reason: 'a model needs it' }],
    }))
    show(<VendorTable />)
    await selectPage()
    await userEvent.click((await bar()).getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(lastNotice()?.kind).toBe('warning'))
    expect(lastNotice()?.text).toContain('Vendor 2: a model needs it')
    expect(server.of(vendors.setStatusMany)[0]).toMatchObject({
      path: expect.stringMatching(/status\/0$/),
      body: { ids: [idOf(1), idOf(2), idOf(3)] },
    })
  })
})

describe('undo', () => {
  it('takes back exactly the rows that were removed, in the version they have since', async () => {
    server.reply(vendors.removeMany, () => ({ count: 2, rows: rowsOf(1, 2) }))
    server.reply(vendors.revertMany, () => ({ count: 2, rows: [] }))
    show(<VendorTable />)
    for (const n of [1, 2])
      await userEvent.click(await screen.findByRole('checkbox', { name: `Select Vendor ${n}` }))
    await userEvent.click((await bar()).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(lastNotice()?.action?.label).toBe('Undo'))
    lastNotice()?.action?.onClick()
    await waitFor(() => expect(server.of(vendors.revertMany)).toHaveLength(1))
    expect(server.of(vendors.revertMany)[0]?.body).toEqual({
      rows: [1, 2].map((n) => ({ id: idOf(n), version: 2 })),
    })
    await waitFor(() => expect(lastNotice()?.text).toBe('2 records restored'))
  })

  it('says which one is back', async () => {
    server.reply(vendors.remove, () => ({ count: 1, rows: rowsOf(1) }))
    server.reply(vendors.revertMany, () => ({ count: 1, rows: rowsOf(1) }))
    show(<VendorTable />)
    const row = (await screen.findByText('Vendor 1')).closest('tr') as HTMLElement
    const remove = within(row).getByRole('button', { name: 'Delete' })
    expect(remove.querySelector('svg')).toBeTruthy()
    await userEvent.click(remove)
    await waitFor(() => expect(lastNotice()?.action?.label).toBe('Undo'))
    lastNotice()?.action?.onClick()
    await waitFor(() => expect(lastNotice()?.text).toBe('Vendor 1 restored'))
  })

  it('is not offered to whom the way back is not granted', async () => {
    signInAs(['VENDOR_LIST', 'VENDOR_DELETE', 'VENDOR_BATCH_DELETE'])
    server.reply(vendors.remove, () => ({ count: 1, rows: rowsOf(1) }))
    show(<VendorTable />)
    const row = (await screen.findByText('Vendor 1')).closest('tr') as HTMLElement
    await userEvent.click(within(row).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(lastNotice()?.text).toBe('Vendor 1 moved to the recycle bin'))
    expect(lastNotice()?.action).toBeUndefined()
  })

  it('of a switch turns it back, and the switch shows it at once', async () => {
    server.reply(vendors.setStatus, () => ({ count: 1, rows: rowsOf(1) }))
    server.reply(vendors.setStatusMany, () => ({ count: 1, rows: [] }))
    show(<VendorTable />)
    const toggle = await screen.findByRole('switch', { name: 'Vendor 1 enabled' })
    await userEvent.click(toggle)
    expect(toggle).toHaveProperty('checked', false)
    await waitFor(() => expect(lastNotice()?.action?.label).toBe('Undo'))
    lastNotice()?.action?.onClick()
    await waitFor(() => expect(server.of(vendors.setStatusMany)).toHaveLength(1))
    expect(server.of(vendors.setStatusMany)[0]).toMatchObject({
      path: expect.stringMatching(/status\/1$/),
      body: { rows: [{ id: idOf(1), version: 2 }] },
    })
  })
})

it('puts a switch back when the server refuses', async () => {
  server.refuse(vendors.setStatus, refuse(codes.warning, 'a model needs it'))
  show(<VendorTable />)
  const toggle = await screen.findByRole('switch', { name: 'Vendor 1 enabled' })
  await userEvent.click(toggle)
  await waitFor(() => expect(toggle).toHaveProperty('checked', true))
  expect(lastNotice()?.text).toBe('a model needs it')
})

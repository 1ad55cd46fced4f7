import { vendors } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { answerVendors, idOf, pageOf, vendorOf, VendorTable } from '../../../test/vendorTable.tsx'
import { useNotices } from '../notify.ts'

const total = 230

let server: ReturnType<typeof answerVendors>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useNotices.setState({ list: [] })
  server = answerVendors()
  server.reply(vendors.page, ({ query }) => {
    const [page, size] = [Number(query['pageNum']), Number(query['pageSize'])]
    const numbers = Array.from({ length: total }, (_, at) => at + 1)
    const rows = numbers.slice((page - 1) * size, page * size)
    return pageOf(
      rows.map((n) => vendorOf(n)),
      { total },
    )
  })
})
afterEach(cleanup)

const bar = async () => within(await screen.findByRole('toolbar'))

async function chooseFirst(count: string): Promise<void> {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Vendor 2' }))
  await userEvent.type((await bar()).getByLabelText('Select the first'), `${count}{Enter}`)
}

const removed = async () => {
  server.reply(vendors.removeMany, () => ({ count: 1 }))
  await userEvent.click((await bar()).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.of(vendors.removeMany)).toHaveLength(1))
  return server.of(vendors.removeMany)[0]?.body
}

const firstIds = (count: number) => Array.from({ length: count }, (_, at) => idOf(at + 1))

it('chooses the first ones of the list as it is filtered and sorted, and says so', async () => {
  show(<VendorTable />, { country: 'IQ', sortField: 'name', sortOrder: 'desc' })
  await chooseFirst('30')
  await (await bar()).findByText('First 30 chosen')
  expect(server.of(vendors.page).at(-1)?.query).toEqual({
    country: 'IQ',
    sortField: 'name',
    sortOrder: 'desc',
    pageNum: '1',
    pageSize: '30',
  })
  expect(await removed()).toEqual({ ids: firstIds(30) })
})

it('reads as many pages as it takes', async () => {
  show(<VendorTable />)
  await chooseFirst('99')
  await (await bar()).findByText('First 99 chosen')
  await userEvent.type((await bar()).getByLabelText('Select the first'), '220{Enter}')
  await (await bar()).findByText('First 220 chosen')
  const pages = server.of(vendors.page).map(({ query }) => query['pageSize'])
  expect(pages.filter((size) => size === '100')).toHaveLength(3)
})

it('says how many there were where there are fewer, and counts anew when one is taken out', async () => {
  show(<VendorTable />)
  await chooseFirst('999')
  await (await bar()).findByText(`First ${total} chosen`)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Vendor 2' }))
  expect((await bar()).queryByText(`${total - 1} chosen`)).not.toBeNull()
})

it('chooses no more than a call may name', async () => {
  show(<VendorTable />)
  await chooseFirst('1001')
  expect(useNotices.getState().list[0]?.text).toMatch(/^At most 1,000 can be chosen/)
  ;(await bar()).getByText('1 chosen')
})

it('are chosen without a check box: by the button before the rows, or all of a page or of the list', async () => {
  show(<VendorTable />)
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Select rows' }))
    return within(await screen.findByRole('dialog', { name: 'Select rows' }))
  }
  await open()
  // The number is what one types at once.
  await waitFor(() => expect(document.activeElement?.getAttribute('inputmode')).toBe('numeric'))
  await userEvent.keyboard('30{Enter}')
  await (await bar()).findByText('First 30 chosen')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('toolbar'))
  const none = async () =>
    userEvent.click((await bar()).getByRole('button', { name: 'Select none' }))
  await none()
  await userEvent.click((await open()).getByRole('button', { name: 'Select the 20 of this page' }))
  ;(await bar()).getByText('20 chosen')
  await none()
  await userEvent.click((await open()).getByRole('button', { name: 'Select all 230 that match' }))
  ;(await bar()).getByText('All 230 that match are chosen')
})

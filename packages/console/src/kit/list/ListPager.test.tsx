import { listViews, vendors } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { pageOf, vendorOf, VendorTable } from '../../../test/vendorTable.tsx'
import { takeTexts } from '../../platform/texts.ts'
import { useList } from './useList.ts'
import { ListPager } from './ListPager.tsx'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(vendors.page, () => ({ list: [], total: 45, pageNum: 1, pageSize: 20 }))
})
afterEach(cleanup)

function Pages() {
  return <ListPager list={useList(vendors)} />
}

it.each(['en', 'ar-IQ'])('reads Total, /page and Go to in %s', async (language) => {
  takeTexts(shippedTexts[language] ?? {})
  show(<Pages />)
  const pager = within(await screen.findByRole('navigation'))
  expect(pager.getByText('Total 45')).toBeTruthy()
  expect(pager.getAllByRole('option').map((option) => option.textContent)).toEqual([
    '10 /page',
    '20 /page',
    '50 /page',
    '100 /page',
  ])
  expect(pager.getByLabelText('Go to')).toBeTruthy()
})

it('goes to the page that is typed, and no further than the last', async () => {
  const address = show(<Pages />)
  await userEvent.type(await screen.findByLabelText('Go to'), '2{Enter}')
  expect(address.query).toMatchObject({ pageNum: '2' })
  await userEvent.type(await screen.findByLabelText('Go to'), '9{Enter}')
  expect(address.query).toMatchObject({ pageNum: '3' })
})

it('leads back from behind the rows that were counted, instead of saying that there are none', async () => {
  server.reply(listViews.list, () => ({ views: [], defaultId: null, look: null }))
  server.reply(vendors.page, ({ query }) =>
    pageOf(Number(query['pageNum']) > 500 ? [] : [vendorOf(1)], { total: 10_000, capped: true }),
  )
  const address = show(<VendorTable />, { pageNum: '502', country: 'IQ' })
  await screen.findByText('There is nothing on this page')
  expect(screen.queryByText('Nothing matches')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 500' }))
  await screen.findByText('Vendor 1')
  expect(address.query).toEqual({ pageNum: '500', country: 'IQ' })
})

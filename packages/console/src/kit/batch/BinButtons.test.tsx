import { vendors } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { answerVendors, pageOf, vendorOf } from '../../../test/vendorTable.tsx'
import { wholeList } from '../../../test/wholeList.ts'
import { columns } from '../../features/vendor/vendorColumns.tsx'
import { useQuestion } from '../dialog/confirm.ts'
import { ListSlots } from '../list/slots.tsx'
import { BinDialog } from './BinDialog.tsx'

let server: ReturnType<typeof answerVendors>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerVendors()
  server.reply(vendors.recyclePage, ({ query }) => {
    const removed = { deletedAt: '2026-02-01T00:00:00.000Z', deletedBy: 'Layla' }
    const page = pageOf([{ ...vendorOf(1), ...removed }] as never, {
      total: query['keyword'] ? 3 : 140,
    })
    return page as never
  })
  server.reply(vendors.clear, () => ({ count: 140 }))
  server.reply(vendors.revertAll, () => ({ count: 140 }))
})
afterEach(() => {
  cleanup()
  close.mockClear()
})

const close = vi.fn<() => void>()
const Bin = () => (
  <ListSlots value={wholeList}>
    <BinDialog of={vendors} columns={columns} dialog={{ isOpen: true, close } as never} />
  </ListSlots>
)
const wholes = ['Restore all', 'Empty the bin']
const offered = () =>
  wholes.filter((name) => screen.queryByRole('button', { name })?.matches(':enabled'))

it('offers what is about the whole bin only while the whole bin is listed', async () => {
  show(<Bin />)
  await waitFor(() => expect(offered()).toEqual(wholes))
  const box = screen.getByRole('searchbox')
  await userEvent.type(box, 'one{Enter}')
  await waitFor(() => expect(offered()).toEqual([]))
  await userEvent.clear(box)
  await userEvent.type(box, '{Enter}')
  await waitFor(() => expect(offered()).toEqual(wholes))
})

it.each([
  ['Restore all', vendors.revertAll],
  ['Empty the bin', vendors.clear],
])('%s asks with the number of the whole bin', async (name, call) => {
  show(<Bin />)
  await waitFor(() => expect(offered()).toEqual(wholes))
  await userEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(useQuestion.getState().asked?.count).toBe(140))
  expect(useQuestion.getState().asked?.text).toContain('All 140 records in the recycle bin')
  await answerQuestion(false)
  expect(server.of(call)).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(call)).toHaveLength(1))
})

it('closes one thing by one press of Escape: what is looked at, then the bin', async () => {
  show(<Bin />)
  const row = (await screen.findByText('V1')).closest('tr') as HTMLElement
  row.tabIndex = -1
  row.focus()
  await userEvent.keyboard(' ')
  await screen.findByRole('complementary')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

import { vendors } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { answerVendors, pageOf, vendorOf } from '../../../test/vendorTable.tsx'
import { columns } from '../../features/vendor/vendorColumns.tsx'
import { useQuestion } from '../dialog/confirm.ts'
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
afterEach(cleanup)

const Bin = () => (
  <BinDialog
    of={vendors}
    columns={columns}
    dialog={{ isOpen: true, close: () => undefined } as never}
  />
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

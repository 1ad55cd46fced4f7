import { applies, models, organizations, type Unclaimed } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { onePage } from '../../../../test/devices.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { UnclaimedList } from './UnclaimedList.tsx'

const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const south = idOf(102)

const knocked = (n: number, suggestion: Unclaimed['suggestion']): Unclaimed => ({
  id: idOf(n),
  sn: `KNOCK-0000${n}`,
  modelName: 'Mini',
  vendorName: 'Acme',
  orgId: idOf(101),
  orgName: 'Root',
  firmware: '1.0.0',
  agentVersion: '1.0.0',
  createdAt: '2026-01-01T00:00:00.000Z',
  applyNo: null,
  ip: '203.0.113.9',
  suggestion,
})
const suggestion = {
  orgId: south,
  orgName: 'South',
  reason: 'SERIAL',
  detail: 'KNOCK-00000, KNOCK-00009',
} as const

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(organizations.list, () => [{ id: south, name: 'South', code: 'S' }])
  server.reply(models.list, () => [])
  server.reply(applies.claim, () => ({ count: 1 }))
})
afterEach(cleanup)

async function choose(...rows: Unclaimed[]) {
  server.reply(applies.unclaimed, () => ({
    list: rows,
    total: rows.length,
    pageNum: 1,
    pageSize: 20,
  }))
  show(<UnclaimedList />)
  await screen.findByText(rows[0]?.sn ?? '')
  const boxes = screen.getAllByRole('checkbox')
  for (const box of boxes.slice(-rows.length)) await userEvent.click(box)
  const bar = within(await screen.findByRole('toolbar'))
  await userEvent.click(bar.getByRole('button', { name: /^Claim/ }))
}

/** As Enter does it in the dialog. */
const submit = async () => {
  const dialog = await screen.findByRole('dialog')
  const form = await waitFor(() => {
    const found = dialog.querySelector('form')
    if (!found) throw new Error('no form yet')
    return found
  })
  fireEvent.submit(form)
}

it('says whose a terminal may be and why, and takes it for the answer', async () => {
  await choose(knocked(1, suggestion))
  expect(screen.getByText(/serial numbers beside it/).textContent).toContain('KNOCK-00009')
  await submit()
  await waitFor(() => expect(server.of(applies.claim)).toHaveLength(1))
  expect(server.of(applies.claim)[0]?.path).toContain(south)
})

it('proposes nothing where not all that are chosen are of one', async () => {
  await choose(knocked(1, suggestion), knocked(2, null))
  await submit()
  expect(server.of(applies.claim)).toHaveLength(0)
})

it('claims one terminal from its row, and leaves what is chosen as it is', async () => {
  const [first, second] = [knocked(1, suggestion), knocked(2, null)]
  server.reply(applies.unclaimed, () => onePage([first, second]))
  show(<UnclaimedList />)
  await screen.findByText(second.sn)
  await userEvent.click(screen.getAllByRole('checkbox').at(-1) as HTMLElement)
  const row = within(screen.getByText(first.sn).closest('tr') as HTMLElement)
  await userEvent.click(row.getByRole('button', { name: /Claim/ }))
  await submit()
  await waitFor(() => expect(server.of(applies.claim)).toHaveLength(1))
  expect(server.of(applies.claim)[0]).toMatchObject({ body: { ids: [first.id] } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getAllByRole('checkbox').at(-1)).toHaveProperty('checked', true)
})

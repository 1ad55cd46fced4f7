import { type Client, clients, codes, organizations, type RightNode } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { AccessDialog } from './AccessDialog.tsx'

const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`
// Of the client, the dialog looks at these alone.
const client = { id: idOf(1), name: 'Gateway', version: 3 } as Client
const right = (n: number, name: string, isGranted: boolean): RightNode => ({
  id: idOf(n),
  name,
  menuType: 1,
  code: null,
  isGranted,
  isHeld: true,
  children: [],
})
const scopeOf = (kind: 'OWN_ORG' | 'ALL', vendors: readonly string[]) => ({
  kind,
  organizations: [],
  vendors: vendors.map((name, n) => ({ id: idOf(30 + n), name })),
  models: [],
})

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(clients.rights, () => [right(20, 'Terminals', false), right(21, 'Areas', false)])
  server.reply(clients.scope, () => scopeOf('OWN_ORG', []))
  server.reply(organizations.tree, () => [])
  const close = vi.fn<() => void>()
  show(<AccessDialog dialog={{ isOpen: true, record: client, open: close, close }} />)
})
afterEach(cleanup)

const said = 'Basra changed this client meanwhile'
const box = (name: string) => screen.findByRole('checkbox', { name })
const save = () =>
  userEvent.click(screen.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement)

async function takeOver(): Promise<void> {
  server.reply(clients.detail, () => ({ ...client, version: 8 }))
  await userEvent.click(screen.getByRole('button', { name: /^Take over their changes/ }))
  await waitFor(() => expect(screen.queryByText(said)).toBeNull())
}

it('leads out of a conflict of rights: theirs are taken over beside what was ticked, and saved over', async () => {
  server.refuse(clients.setRights, refuse(codes.versionConflict, said))
  await userEvent.click(await box('Areas'))
  await save()
  expect(await screen.findByText(said)).toBeTruthy()
  server.reply(clients.rights, () => [right(20, 'Terminals', true), right(21, 'Areas', false)])
  server.reply(clients.setRights, () => ({ version: 9 }))
  await takeOver()
  expect(await box('Terminals')).toHaveProperty('checked', true)
  expect(await box('Areas')).toHaveProperty('checked', true)
  await save()
  await waitFor(() =>
    expect(server.of(clients.setRights).at(-1)?.body).toEqual({
      version: 8,
      menuIds: expect.toSatisfy(
        (given: string[]) => given.toSorted().join() === [idOf(20), idOf(21)].join(),
      ),
    }),
  )
})

it('leads out of a conflict of scopes: theirs is taken over beside what was chosen, and saved over', async () => {
  server.refuse(clients.setScope, refuse(codes.versionConflict, said))
  await userEvent.click(await screen.findByRole('tab', { name: 'Data scope' }))
  await userEvent.selectOptions(await screen.findByLabelText('Sees'), 'SELF')
  await save()
  expect(await screen.findByText(said)).toBeTruthy()
  server.reply(clients.scope, () => scopeOf('ALL', ['Aurora']))
  server.reply(clients.setScope, () => ({ version: 9 }))
  await takeOver()
  expect(await screen.findByText('Aurora')).toBeTruthy()
  expect(screen.getByLabelText('Sees')).toHaveProperty('value', 'SELF')
  await save()
  await waitFor(() =>
    expect(server.of(clients.setScope).at(-1)?.body).toEqual({
      kind: 'SELF',
      organizations: [],
      vendorIds: [idOf(30)],
      modelIds: [],
      version: 8,
    }),
  )
})

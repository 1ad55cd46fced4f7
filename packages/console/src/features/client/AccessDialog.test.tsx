import { type Client, clients, codes, organizations, type RightNode } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { queries } from '../../kit/queries.ts'
import { AccessDialog } from './AccessDialog.tsx'

const at = '2026-11-20T14:58:41.000Z'
const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const client: Client = {
  id: idOf(1),
  status: 1,
  version: 3,
  createdAt: at,
  updatedAt: at,
  updatedBy: null,
  name: 'Gateway',
  kind: 'OPEN_API',
  orgId: idOf(7),
  ipAllow: [],
  rateLimit: null,
  validTo: null,
  remark: null,
  callbackUrl: null,
  events: [],
  orgName: 'North',
  state: 'ACTIVE',
  dataScope: 'OWN_ORG',
  publicKey: null,
  signAlg: 'HMAC-SHA256',
  rightCount: 4,
  lastUsedAt: at,
  oldSecretUntil: null,
  webhookState: 'NONE',
  secret: null,
}
const right = (n: number, name: string, isGranted: boolean): RightNode => ({
  id: idOf(n),
  name,
  menuType: 1,
  code: null,
  isGranted,
  isHeld: true,
  children: [],
})
const said = 'Basra changed this client meanwhile'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  queries.clear()
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(clients.rights, () => [right(20, 'Terminals', false), right(21, 'Areas', false)])
  server.reply(clients.scope, () => ({
    kind: 'OWN_ORG' as const,
    organizations: [],
    vendors: [],
    models: [],
  }))
  server.reply(organizations.tree, () => [])
  const dialog = { isOpen: true, record: client, open: () => {}, close: () => {} }
  show(<AccessDialog dialog={dialog} />, {}, {}, queries)
})
afterEach(cleanup)

const box = (name: string) => screen.findByRole('checkbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const takeTheirs = async () => {
  server.reply(clients.detail, () => ({ ...client, version: 8 }))
  await userEvent.click(screen.getByRole('button', { name: /^Take over their changes/ }))
  await waitFor(() => expect(screen.queryByText(said)).toBeNull())
}

it('takes over the rights that another has given meanwhile, and keeps what was ticked', async () => {
  server.refuse(clients.setRights, refuse(codes.versionConflict, said))
  await userEvent.click(await box('Areas'))
  await save()
  await screen.findByText(said)
  server.reply(clients.rights, () => [right(20, 'Terminals', true), right(21, 'Areas', false)])
  server.reply(clients.setRights, () => ({ version: 9 }))
  await takeTheirs()
  await save()
  await waitFor(() =>
    expect(server.of(clients.setRights).at(-1)?.body).toEqual({
      version: 8,
      menuIds: [idOf(20), idOf(21)],
    }),
  )
})

it('takes over the scope that another has saved meanwhile, and keeps what was changed in it', async () => {
  server.refuse(clients.setScope, refuse(codes.versionConflict, said))
  await userEvent.click(await screen.findByRole('tab', { name: 'Data scope' }))
  await userEvent.selectOptions(await screen.findByLabelText('Sees'), 'SELF')
  await save()
  await screen.findByText(said)
  server.reply(clients.scope, () => ({
    kind: 'OWN_ORG_AND_BELOW' as const,
    organizations: [],
    vendors: [{ id: idOf(30), name: 'Maker' }],
    models: [],
  }))
  server.reply(clients.setScope, () => ({ version: 9 }))
  await takeTheirs()
  await save()
  await waitFor(() =>
    expect(server.of(clients.setScope).at(-1)?.body).toEqual({
      version: 8,
      kind: 'SELF',
      organizations: [],
      vendorIds: [idOf(30)],
      modelIds: [],
    }),
  )
})

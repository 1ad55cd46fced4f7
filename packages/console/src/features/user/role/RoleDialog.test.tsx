import { codes, organizations, type RightNode, type Role, roles } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { queries } from '../../../kit/queries.ts'
import { RoleDialog } from './RoleDialog.tsx'

const at = '2026-11-20T14:58:41.000Z'
const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const role: Role = {
  id: idOf(1),
  status: 1,
  version: 3,
  createdAt: at,
  updatedAt: at,
  updatedBy: null,
  code: 'desk',
  name: 'Desk',
  type: 'ORGANIZATION',
  orgId: idOf(7),
  inheritable: false,
  remark: null,
  orgName: 'North',
  isSystem: false,
  dataScope: 'OWN_ORG',
  userCount: 0,
  isEditable: true,
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

let server: ReturnType<typeof answerCalls>
let isListGranted: boolean
const close = vi.fn<() => void>()

beforeEach(() => {
  queries.clear()
  prepareBrowser()
  signInAs('all')
  isListGranted = false
  server = answerCalls()
  server.reply(roles.rights, () => [
    right(20, 'Terminals', isListGranted),
    right(21, 'Areas', false),
  ])
  server.reply(roles.scope, () => ({
    kind: 'OWN_ORG' as const,
    organizations: [],
    vendors: [],
    models: [],
  }))
  server.reply(roles.users, () => ({ list: [], total: 0, pageNum: 1, pageSize: 20 }))
  server.reply(organizations.tree, () => [])
  server.reply(roles.setRights, () => ({ version: 4 }))
  close.mockClear()
  show(<RoleDialog dialog={{ isOpen: true, record: role, open: close, close }} />, {}, {}, queries)
})
afterEach(cleanup)

const box = (name: string) => screen.findByRole('checkbox', { name })

it('keeps rights that were ticked while other tabs are looked at and others change records', async () => {
  await userEvent.click(await box('Areas'))
  await userEvent.click(screen.getByRole('tab', { name: 'Users' }))
  await userEvent.click(screen.getByRole('tab', { name: /^Rights/ }))
  expect(await box('Areas')).toHaveProperty('checked', true)
  isListGranted = true
  await queries.invalidateQueries()
  expect(await box('Areas')).toHaveProperty('checked', true)
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement)
  await waitFor(() =>
    expect(server.of(roles.setRights)[0]?.body).toEqual({ version: 3, menuIds: [idOf(21)] }),
  )
})

it('shows what others have given as long as nothing was ticked', async () => {
  expect(await box('Terminals')).toHaveProperty('checked', false)
  isListGranted = true
  await queries.invalidateQueries()
  await waitFor(async () => expect(await box('Terminals')).toHaveProperty('checked', true))
})

it('marks the tab that holds something unsaved, and asks before it is lost', async () => {
  await userEvent.click(await box('Areas'))
  await userEvent.click(screen.getByRole('tab', { name: 'Users' }))
  expect(screen.getByRole('tab', { name: 'Rights unsaved' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await answerQuestion(false)
  expect(close).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('tab', { name: 'Rights unsaved' }))
  await userEvent.click(await box('Areas'))
  expect(screen.getByRole('tab', { name: 'Rights' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

it('holds nothing unsaved once it is saved, though it has not been read again', async () => {
  await userEvent.click(await box('Areas'))
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement)
  await screen.findByRole('tab', { name: 'Rights' })
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

it('asks before a changed scope is lost', async () => {
  await userEvent.click(await screen.findByRole('tab', { name: 'Data scope' }))
  await userEvent.selectOptions(await screen.findByLabelText('Sees'), 'SELF')
  expect(await screen.findByRole('tab', { name: 'Data scope unsaved' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await answerQuestion(true)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})

it('takes over what another has saved meanwhile, keeps what was ticked, and saves over that', async () => {
  server.refuse(roles.setRights, refuse(codes.versionConflict, 'Basra changed this role meanwhile'))
  await userEvent.click(await box('Areas'))
  const save = () =>
    userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement)
  await save()
  expect(await screen.findByText('Basra changed this role meanwhile')).toBeTruthy()
  isListGranted = true
  server.reply(roles.detail, () => ({ ...role, version: 8 }))
  server.reply(roles.setRights, () => ({ version: 9 }))
  await userEvent.click(screen.getByRole('button', { name: /^Take over their changes/ }))
  await waitFor(async () => expect(await box('Terminals')).toHaveProperty('checked', true))
  expect(await box('Areas')).toHaveProperty('checked', true)
  await waitFor(() => expect(screen.queryByText('Basra changed this role meanwhile')).toBeNull())
  await save()
  await waitFor(() =>
    expect(server.of(roles.setRights).at(-1)?.body).toEqual({
      version: 8,
      menuIds: [idOf(20), idOf(21)],
    }),
  )
})

it('takes over a scope that another has saved meanwhile, keeps what was changed here, and saves over that', async () => {
  server.refuse(roles.setScope, refuse(codes.versionConflict, 'Basra changed this role meanwhile'))
  await userEvent.click(await screen.findByRole('tab', { name: 'Data scope' }))
  await userEvent.selectOptions(await screen.findByLabelText('Sees'), 'SELF')
  const save = () =>
    userEvent.click(screen.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement)
  await save()
  expect(await screen.findByText('Basra changed this role meanwhile')).toBeTruthy()
  server.reply(roles.scope, () => ({
    kind: 'ALL' as const,
    organizations: [],
    vendors: [{ id: idOf(30), name: 'Aurora' }],
    models: [],
  }))
  server.reply(roles.detail, () => ({ ...role, version: 8 }))
  server.reply(roles.setScope, () => ({ version: 9 }))
  await userEvent.click(screen.getByRole('button', { name: /^Take over their changes/ }))
  expect(await screen.findByText('Aurora')).toBeTruthy()
  expect(screen.getByLabelText('Sees')).toHaveProperty('value', 'SELF')
  await waitFor(() => expect(screen.queryByText('Basra changed this role meanwhile')).toBeNull())
  await save()
  await waitFor(() =>
    expect(server.of(roles.setScope).at(-1)?.body).toEqual({
      kind: 'SELF',
      organizations: [],
      vendorIds: [idOf(30)],
      modelIds: [],
      version: 8,
    }),
  )
})

it('saves a second part over the version that the first has made', async () => {
  server.reply(roles.setScope, () => ({ version: 5 }))
  await userEvent.click(await box('Areas'))
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement)
  await screen.findByRole('tab', { name: 'Rights' })
  await userEvent.click(screen.getByRole('tab', { name: 'Data scope' }))
  await userEvent.selectOptions(await screen.findByLabelText('Sees'), 'SELF')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(roles.setScope)[0]?.body).toMatchObject({ version: 4 }))
})

it('takes over the scope that another has saved meanwhile, and keeps what was changed in it', async () => {
  server.refuse(roles.setScope, refuse(codes.versionConflict, 'Basra changed this role meanwhile'))
  await userEvent.click(await screen.findByRole('tab', { name: 'Data scope' }))
  await userEvent.selectOptions(await screen.findByLabelText('Sees'), 'SELF')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Basra changed this role meanwhile')).toBeTruthy()
  server.reply(roles.scope, () => ({
    kind: 'OWN_ORG_AND_BELOW' as const,
    organizations: [],
    vendors: [{ id: idOf(30), name: 'Maker' }],
    models: [],
  }))
  server.reply(roles.detail, () => ({ ...role, version: 8 }))
  server.reply(roles.setScope, () => ({ version: 9 }))
  await userEvent.click(screen.getByRole('button', { name: /^Take over their changes/ }))
  await waitFor(() => expect(screen.queryByText('Basra changed this role meanwhile')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.of(roles.setScope).at(-1)?.body).toEqual({
      version: 8,
      kind: 'SELF',
      organizations: [],
      vendorIds: [idOf(30)],
      modelIds: [],
    }),
  )
})

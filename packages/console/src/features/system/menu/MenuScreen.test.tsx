import { languages, type MenuNode, menus } from '@muster/contract'
import { cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { MenuScreen } from './MenuScreen.tsx'

const at = '2026-11-20T14:58:41.000Z'
let ids = 0
function node(menuName: string, more: Partial<MenuNode> = {}): MenuNode {
  ids += 1
  return {
    id: `019a0000-0000-7000-8000-${String(ids).padStart(12, '0')}`,
    parentId: null,
    menuType: 1,
    menuName,
    names: {},
    menuIcon: '',
    frontPath: `/${menuName.toLowerCase()}`,
    frontName: `Route${menuName}`,
    frontComponent: 'AREA',
    btnCode: null,
    iframeUrl: null,
    activeMenu: null,
    isShow: 1,
    keepAlive: 1,
    noClosable: 0,
    levelHidden: 0,
    noColumn: 0,
    tabHidden: 0,
    dynamicNewTab: 0,
    target: null,
    guard: null,
    sort: 0,
    status: 1,
    version: 1,
    isShipped: false,
    apiPatterns: [],
    isSigned: false,
    createdAt: at,
    updatedAt: at,
    updatedBy: null,
    subSystemUserMenuVOS: [],
    ...more,
  }
}

const button = (btnCode: string, more: Partial<MenuNode> = {}) =>
  node(btnCode, {
    menuType: 2,
    frontPath: '',
    frontName: null,
    frontComponent: '',
    btnCode,
    ...more,
  })

let server: ReturnType<typeof answerCalls>
let areas: MenuNode
let zones: MenuNode
let system: MenuNode

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  areas = node('Areas', {
    subSystemUserMenuVOS: [
      button('AREA_LIST', { isShipped: true, apiPatterns: ['GET /admin/timezone/v1/area/page'] }),
    ],
  })
  zones = node('Zones')
  system = node('System', { menuType: 0, subSystemUserMenuVOS: [areas, zones] })
  server = answerCalls()
  server.reply(menus.tree, () => [system, node('Reports', { menuType: 0 })])
  server.reply(menus.sort, () => ({ count: 1 }))
  server.reply(languages.list, () => [])
})
afterEach(cleanup)

const rows = () => screen.getAllByRole('row').slice(1)
const rowOf = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') as HTMLElement)
const handle = (name: string) => screen.findByRole('button', { name: `Move ${name}` })
const sent = () => server.of(menus.sort).map(({ body }) => body)

it('opens directories and keeps pages folded over their buttons', async () => {
  show(<MenuScreen />)
  await screen.findByText('Areas')
  expect(screen.queryByText('AREA_LIST')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show what is below Areas' }))
  expect(screen.getAllByText('AREA_LIST').length).toBeGreaterThan(0)
})

it('finds an item by its code, and shows the way to it', async () => {
  show(<MenuScreen />)
  await screen.findByText('Areas')
  await userEvent.type(screen.getByLabelText('Name, path or code'), 'area_l')
  expect(rows().map((row) => row.getAttribute('data-row'))).toEqual([
    system.id,
    areas.id,
    areas.subSystemUserMenuVOS[0]?.id,
  ])
  await userEvent.type(screen.getByLabelText('Name, path or code'), 'xx')
  await screen.findByText('Nothing matches')
})

it('moves by the arrow keys: among its siblings, and out', async () => {
  show(<MenuScreen />)
  const grip = await handle('Areas')
  grip.focus()
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toEqual({
    parentId: system.id,
    items: [zones, areas].map(({ id, version }) => ({ id, version })),
  })
  await screen.findByText('Areas is now number 2 of 2.')
  expect(document.activeElement).toBe(grip)
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject({
    parentId: null,
    items: [{ id: system.id }, { id: areas.id }, {}],
  })
})

it('sends nothing for a step that leads nowhere', async () => {
  show(<MenuScreen />)
  ;(await handle('Areas')).focus()
  await userEvent.keyboard('{ArrowUp}{ArrowRight}')
  expect(sent()).toEqual([])
})

it.each([
  ['into it', 20, (item: MenuNode) => ({ items: [{ id: item.id }] })],
  ['before it', 4, (item: MenuNode) => ({ parentId: null, items: [{}, { id: item.id }, {}] })],
  ['behind it', 36, (item: MenuNode) => ({ parentId: null, items: [{}, {}, { id: item.id }] })],
])('takes one that is dropped on a line %s', async (_, clientY, body) => {
  show(<MenuScreen />)
  const grip = await handle('Areas')
  const target = (await screen.findByText('Reports')).closest('tr')
  if (!target) throw new Error('no row')
  target.getBoundingClientRect = () => ({ top: 0, height: 40 }) as DOMRect
  const dataTransfer = { setData: () => undefined }
  // jsdom's drag events have no place of their own.
  const at = (event: Event) => fireEvent(target, Object.assign(event, { clientY }))
  fireEvent.dragStart(grip, { dataTransfer })
  at(createEvent.dragOver(target, { dataTransfer }))
  at(createEvent.drop(target, { dataTransfer }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject(body(areas))
})

it('asks of an item what its type has, and says at the field what is refused', async () => {
  const fields = [{ field: 'frontName', message: 'Taken' }]
  server.refuse(menus.add, refuse(40902, 'No', { fields }))
  show(<MenuScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add item' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add item' }))
  await userEvent.selectOptions(await dialog.findByLabelText(/^Type/), 'External link')
  expect(dialog.queryByLabelText(/^Screen/)).toBeNull()
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Help')
  await userEvent.type(dialog.getByLabelText(/^Address/), 'https://help.example')
  await userEvent.type(dialog.getByLabelText(/^Route name/), 'Areas')
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByText('Taken')
  expect(server.of(menus.add)[0]?.body).toMatchObject({
    menuType: 3,
    menuName: 'Help',
    frontPath: 'https://help.example',
    parentId: null,
    btnCode: null,
  })
})

it('offers the screens that there are, and shows which calls a code guards', async () => {
  areas = { ...areas, isShipped: true }
  server.reply(menus.tree, () => [{ ...system, subSystemUserMenuVOS: [areas, zones] }])
  show(<MenuScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add item' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add item' }))
  const screens = within(await dialog.findByLabelText(/^Screen/)).getAllByRole('option')
  expect(screens.map(({ textContent }) => textContent)).toEqual(['', 'Areas · AREA'])
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show what is below Areas' }))
  const [, edit] = await screen.findAllByText('AREA_LIST')
  await userEvent.click(
    within(edit?.closest('tr') as HTMLElement).getByRole('button', { name: 'Edit' }),
  )
  await screen.findByText('GET /admin/timezone/v1/area/page')
  screen.getByText('This item ships with Muster')
  expect(screen.queryByLabelText(/^Button code/)).toBeNull()
})

it('guards an item by permissions and a mode', async () => {
  server.reply(menus.add, () => areas)
  show(<MenuScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add item' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add item' }))
  await userEvent.selectOptions(await dialog.findByLabelText(/^Type/), 'External link')
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Help')
  await userEvent.type(dialog.getByLabelText(/^Address/), 'https://help.example')
  await userEvent.type(dialog.getByLabelText(/^Route name/), 'Help')
  expect(dialog.queryByLabelText('Permissions')).toBeNull()
  await userEvent.selectOptions(
    dialog.getByLabelText('Beyond the role, it asks for'),
    'None of these roles and permissions',
  )
  await userEvent.type(dialog.getByLabelText('Permissions'), 'AREA_LIST{Enter}AREA_EDIT')
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(server.of(menus.add)).toHaveLength(1))
  expect(server.of(menus.add)[0]?.body).toMatchObject({
    guard: { role: [], permission: ['AREA_LIST', 'AREA_EDIT'], mode: 'except' },
  })
})

it('deletes what was agreed to, and offers it for nothing that is shipped', async () => {
  server.reply(menus.remove, () => ({ count: 1 }))
  show(<MenuScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'More for Zones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(menus.remove)).toHaveLength(1))
  cleanup()
  server.reply(menus.tree, () => [{ ...system, isShipped: true, subSystemUserMenuVOS: [] }])
  show(<MenuScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'More for System' }))
  await screen.findByRole('menuitem', { name: 'Add below', hidden: true })
  expect(screen.queryByRole('menuitem', { name: 'Delete', hidden: true })).toBeNull()
})

const isDry = (body: unknown) => JSON.stringify(body).includes('"dryRun":true')

it('tells what a file would do and applies it only when nothing is refused', async () => {
  const outcome = { isApplied: false, added: ['Boards'], changed: [], unchanged: 3, refused: [] }
  const reason = { name: 'Bad', field: 'frontName', reason: 'Please fill this in' }
  server.reply(menus.bringIn, ({ body }) =>
    isDry(body) ? { ...outcome, refused: [reason] } : { ...outcome, isApplied: true },
  )
  show(<MenuScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  const input = await screen.findByLabelText('Choose a file')
  const apply = screen.getByRole('button', { name: 'Apply' })
  const give = (text: string) =>
    userEvent.upload(input, new File([text], 'menu.json', { type: 'application/json' }))
  await give('{')
  await screen.findByText(/it is no JSON/)
  const file = { format: 'muster-menu', items: [{ menuType: 0, menuName: 'Boards' }] }
  await give(JSON.stringify(file))
  await screen.findByText('Bad: Please fill this in')
  expect(apply).toHaveProperty('disabled', true)
  server.reply(menus.bringIn, ({ body }) => ({ ...outcome, isApplied: !isDry(body) }))
  await give(JSON.stringify(file))
  await waitFor(() => expect(apply).toHaveProperty('disabled', false))
  await userEvent.click(apply)
  await waitFor(() =>
    expect(server.of(menus.bringIn).at(-1)?.body).toMatchObject({ dryRun: false }),
  )
})

it('shows who may only read a table without handles and buttons', async () => {
  signInAs(['MENU_LIST'])
  show(<MenuScreen />)
  const row = await rowOf('Areas')
  expect(row.queryByRole('button', { name: /^Move|Edit/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

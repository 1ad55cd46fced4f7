import { type Area, areas, codes } from '@muster/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { useDialog } from '../dialog/useDialog.ts'
import { AddButton, EditButton } from '../list/buttons.tsx'
import { show as showNotice, useNotices } from '../notify.ts'
import { queries } from '../queries.ts'
import { FormDialog } from './FormDialog.tsx'
import type { NewAs } from './submitTexts.ts'

const basra: Area = {
  id: '019a0000-0000-7000-8000-000000000001',
  status: 1,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  name: 'Basra',
  code: 'BSR',
  type: 'city',
  parentId: null,
  timezoneId: null,
  timezoneName: null,
  iso2: null,
  iso3: null,
  phoneCode: null,
  currency: null,
  sort: 1,
  remark: null,
  parentName: null,
  timezoneCount: 0,
}

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useNotices.setState({ list: [] })
  server = answerCalls()
  server.reply(areas.add, () => basra)
  server.reply(areas.update, () => basra)
})
afterEach(cleanup)

function Areas({ newAs }: { readonly newAs: NewAs }) {
  const dialog = useDialog<Area>()
  return (
    <>
      <AddButton code={areas.add.permission} dialog={dialog} newAs={newAs} />
      <EditButton code={areas.update.permission} onClick={() => dialog.open(basra)} />
      <FormDialog
        of={areas}
        dialog={dialog}
        title="area.add"
        newAs={newAs}
        start={{ code: 'BSR', type: 'city' }}
      >
        {(field) => <TextField {...field('name', 'area.name')} />}
      </FormDialog>
    </>
  )
}

it.each([
  { newAs: 'added', button: 'Add', said: 'Basra added' },
  { newAs: 'invited', button: 'Invite', said: 'Basra invited' },
] as const)('says $button on both buttons, and the notice agrees', async (one) => {
  show(<Areas newAs={one.newAs} />)
  await userEvent.click(screen.getByRole('button', { name: one.button }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Basra')
  await userEvent.click(dialog.getByRole('button', { name: one.button }))
  await waitFor(() => expect(useNotices.getState().list[0]?.text).toBe(one.said))
})

it('saves what is there, however a new one comes to be', async () => {
  show(<Areas newAs="invited" />)
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit: Basra' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(useNotices.getState().list[0]?.text).toBe('Basra saved'))
  expect(server.of(areas.update)).toHaveLength(1)
})

it('takes a way back away that its change has overtaken', async () => {
  const action = { label: 'Undo', onClick: () => undefined }
  act(() => {
    showNotice({ kind: 'success', text: 'Basra disabled', action, about: [basra.id] })
    showNotice({ kind: 'success', text: 'Mosul disabled', action, about: ['another'] })
  })
  show(<Areas newAs="added" />)
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit: Basra' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(useNotices.getState().list.map(({ text }) => text)).toEqual([
      'Mosul disabled',
      'Basra saved',
    ]),
  )
})

it('opens what was saved a moment ago, though its row has not been read again', async () => {
  server.reply(areas.update, () => ({ ...basra, version: 2, name: 'Basra City' }))
  show(<Areas newAs="added" />)
  const edit = () => userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await edit()
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit: Basra' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await edit()
  const again = within(await screen.findByRole('dialog'))
  expect(again.getByLabelText(/^Name/)).toHaveProperty('value', 'Basra City')
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(areas.update)).toHaveLength(2))
  expect(server.of(areas.update)[1]).toMatchObject({ body: { version: 2 } })
})

const undo = async () => {
  await waitFor(() => expect(useNotices.getState().list[0]?.action?.label).toBe('Undo'))
  act(() => useNotices.getState().list[0]?.action?.onClick())
}

async function rename() {
  show(<Areas newAs="added" />)
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Name/), ' City')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
}

it('takes a save back: what was there before, over the version that the save has made', async () => {
  queries.clear()
  server.reply(areas.update, ({ body }) => {
    const { name, version } = body as Area
    return { ...basra, name, version: version + 1 }
  })
  await rename()
  await undo()
  await waitFor(() => expect(server.of(areas.update)).toHaveLength(2))
  expect(server.of(areas.update).map(({ body }) => body)).toMatchObject([
    { name: 'Basra City', version: 1 },
    { name: 'Basra', version: 2, code: 'BSR', type: 'city' },
  ])
  await waitFor(() =>
    expect(useNotices.getState().list.map(({ text }) => text)).toEqual([
      'Basra is as it was before',
    ]),
  )
})

it('leaves what somebody has changed since, and says so', async () => {
  queries.clear()
  server.reply(areas.update, () => ({ ...basra, name: 'Basra City', version: 2 }))
  await rename()
  await waitFor(() => expect(useNotices.getState().list).toHaveLength(1))
  server.refuse(areas.update, { code: codes.versionConflict, msg: 'Changed by Omar', data: null })
  await undo()
  await waitFor(() =>
    expect(useNotices.getState().list.some(({ text }) => text === 'Changed by Omar')).toBe(true),
  )
  expect(useNotices.getState().list.some(({ text }) => /as it was/.test(text))).toBe(false)
})

it('offers no way back where nothing was changed', async () => {
  queries.clear()
  show(<Areas newAs="added" />)
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(useNotices.getState().list).toHaveLength(1))
  expect(useNotices.getState().list[0]?.action).toBeUndefined()
})

import {
  dictionaries,
  type Dictionary,
  type DictionaryItem,
  dictionaryItems,
  languages,
} from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { DictionaryLabel } from '../../../kit/dictionary/DictionaryLabel.tsx'
import { DictionaryScreen } from './DictionaryScreen.tsx'
import { WordField } from '../../../kit/dictionary/WordField.tsx'

const at = '2026-11-20T14:58:41.000Z'
const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const record = { status: 1 as const, version: 1, createdAt: at, updatedAt: at, updatedBy: null }

const states: Dictionary = {
  ...record,
  id: idOf(1),
  code: 'file.state',
  name: 'dictionary.of.file.state',
  remark: null,
  isTold: false,
  isSystem: true,
  itemCount: 2,
}
const reasons: Dictionary = {
  ...states,
  id: idOf(2),
  code: 'reasons',
  name: 'Reasons',
  isSystem: false,
}

const item = (n: number, value: string, more: Partial<DictionaryItem> = {}): DictionaryItem => ({
  ...record,
  id: idOf(100 + n),
  dictionaryId: reasons.id,
  dictionaryCode: 'reasons',
  isSystem: false,
  value,
  label: `Label ${value}`,
  name: `Label ${value}`,
  labels: {},
  colour: null,
  sort: n,
  isDefault: false,
  extra: null,
  ...more,
})

let server: ReturnType<typeof answerCalls>
let items: DictionaryItem[]
const pageOf = <R,>(list: R[]) => ({ list, total: list.length, pageNum: 1, pageSize: 20 })

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  items = [item(0, 'A'), item(1, 'B', { colour: 'bad' }), item(2, 'C')]
  server = answerCalls()
  server.reply(dictionaries.page, () => pageOf([states, reasons]))
  server.reply(dictionaries.detail, ({ path }) => (path.endsWith(states.id) ? states : reasons))
  server.reply(dictionaryItems.page, () => pageOf(items))
  server.reply(dictionaryItems.sort, () => ({ count: 1 }))
  server.reply(languages.list, () => [
    { id: idOf(9), code: 'en', name: 'English', nativeName: 'English', direction: 'ltr' as const },
  ])
})
afterEach(cleanup)

const rowOf = async (text: string) =>
  within((await screen.findByText(text)).closest('tr') as HTMLElement)
const open = () => show(<DictionaryScreen />, { dictionary: reasons.id })

it('shows the items of the dictionary that is chosen by its name', async () => {
  const address = show(<DictionaryScreen />)
  await screen.findByText('Choose a dictionary to see its items.')
  await userEvent.click(await screen.findByRole('button', { name: /^States of files/ }))
  expect(address.query).toEqual({ dictionary: states.id })
  await screen.findByRole('heading', { name: 'Items of States of files' })
  await waitFor(() =>
    expect(server.of(dictionaryItems.page)[0]?.query).toMatchObject({ dictionaryId: states.id }),
  )
  // What is shipped is not removed: the only bin is that of the dictionaries.
  expect(screen.getAllByRole('button', { name: 'Recycle bin' })).toHaveLength(1)
})

it('deletes no shipped dictionary', async () => {
  show(<DictionaryScreen />)
  expect((await rowOf('States of files')).queryByRole('button', { name: 'Delete' })).toBeNull()
  ;(await rowOf('Reasons')).getByRole('button', { name: 'Delete' })
})

it.each([
  ['Label A', '{ArrowDown}', { before: idOf(102) }],
  ['Label B', '{ArrowDown}', { before: null }],
  ['Label C', '{ArrowUp}', { before: idOf(101) }],
])('moves %s by %s', async (name, key, body) => {
  open()
  ;(await screen.findByRole('button', { name: `Move ${name}` })).focus()
  await userEvent.keyboard(key)
  await screen.findByText(`${name} was moved.`)
  expect(server.of(dictionaryItems.sort)[0]?.body).toMatchObject(body)
})

it('moves nothing beyond its ends', async () => {
  open()
  ;(await screen.findByRole('button', { name: 'Move Label A' })).focus()
  await userEvent.keyboard('{ArrowUp}')
  screen.getByRole('button', { name: 'Move Label C' }).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(server.of(dictionaryItems.sort)).toEqual([])
})

it('asks of a shipped item only for its words and looks', async () => {
  const shipped = { isSystem: true, dictionaryCode: 'file.state', dictionaryId: states.id }
  items = [item(0, 'READY', shipped)]
  server.reply(dictionaryItems.update, () => items[0] ?? item(0, 'READY'))
  show(<DictionaryScreen />, { dictionary: states.id })
  const row = await rowOf('READY')
  row.getByText('Ready')
  await userEvent.click(row.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText('English'), 'Done')
  expect(dialog.queryByLabelText(/^Value/)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.of(dictionaryItems.update)[0]?.body).toMatchObject({
      value: 'READY',
      labels: { en: 'Done' },
    }),
  )
})

it('says what is no JSON object before it is sent', async () => {
  open()
  await userEvent.click((await rowOf('A')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit: Label A' }))
  await userEvent.type(await dialog.findByLabelText(/^Further data/), '[[]')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('This value is not accepted')
  expect(server.of(dictionaryItems.update)).toEqual([])
})

const choice = (value: string, more = {}) => ({
  value,
  label: `Own ${value}`,
  colour: null,
  isDefault: false,
  isEnabled: true,
  extra: null,
  ...more,
})

it('words a value wherever it is shown, and leaves the others to the texts', async () => {
  server.reply(dictionaries.choices, () => [choice('READY', { colour: 'bad' })])
  show(
    <>
      <DictionaryLabel of="file.state" value="READY" />
      <DictionaryLabel of="file.state" value="FAILED" tone="bad" />
    </>,
  )
  const own = await screen.findByText('Own READY')
  expect(own.getAttribute('data-tone')).toBe('bad')
  screen.getByText('Failed')
})

it('offers enabled values in their order, and the one that is chosen', async () => {
  server.reply(dictionaries.choices, () => [
    choice('C'),
    choice('A', { isEnabled: false }),
    choice('B', { isEnabled: false }),
    choice('UNKNOWN'),
  ])
  const field = {
    name: 'f',
    label: 'Field',
    value: 'B',
    onChange: () => undefined,
    onBlur: () => undefined,
  }
  show(
    <WordField {...field} error={undefined} required of="x" options={{ A: 'a', B: 'b', C: 'c' }} />,
  )
  await screen.findByText('Own C')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Own C',
    'Own B',
  ])
})

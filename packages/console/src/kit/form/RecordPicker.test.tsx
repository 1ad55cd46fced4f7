import { classifications, mostTreeNodes, organizations, vendors } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import type { PickerGroup } from './usePicker.ts'
import { RecordPicker } from './RecordPicker.tsx'

/** A tree of this many is drawn in no time. */
vi.mock('@muster/contract', async (load) => ({
  ...(await load<object>()),
  mostTreeNodes: 5,
}))

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

function Picker(props: {
  readonly of: PickerGroup
  readonly start?: string
  readonly except?: string
}) {
  const [value, setValue] = useState<string | null>(props.start ?? null)
  return (
    <>
      <RecordPicker
        of={props.of}
        label="Record"
        value={value}
        onChange={setValue}
        except={props.except}
      />
      <output>{value}</output>
    </>
  )
}

const all = [
  { id: 'v1', name: 'Najm', code: 'NAJM' },
  { id: 'v2', name: 'Babel', code: 'BBL' },
]

it('names the chosen record although the first results do not hold it', async () => {
  server.reply(vendors.list, ({ query }) =>
    query['id'] === 'v9' ? [{ id: 'v9', name: 'Zagros', code: null }] : all,
  )
  show(<Picker of={vendors} start="v9" />)
  await waitFor(() =>
    expect(screen.getByLabelText('Record', { selector: 'input' })).toHaveProperty(
      'value',
      'Zagros',
    ),
  )
})

it('asks the server for what is typed, once the typing rests', async () => {
  server.reply(vendors.list, ({ query }) =>
    all.filter(({ name }) => name.includes(query['keyword'] ?? '')),
  )
  show(<Picker of={vendors} />)
  const input = await screen.findByLabelText('Record', { selector: 'input:not([readonly])' })
  await userEvent.type(input, 'Bab')
  await waitFor(() => expect(server.of(vendors.list).at(-1)?.query).toEqual({ keyword: 'Bab' }))
  expect(server.of(vendors.list).length).toBeLessThan(4)
  await userEvent.click(await screen.findByText('Babel'))
  expect(screen.getByText('v2')).toBeTruthy()
})

it('offers a tree without the record itself and what is below it', async () => {
  const leaf = (name: string) => ({ id: name, name, code: name, children: [] })
  server.reply(organizations.tree, () => [
    { ...leaf('Bank'), children: [leaf('North')] },
    leaf('Shop'),
  ])
  show(<Picker of={organizations} except="Bank" />)
  await userEvent.click(
    await screen.findByLabelText('Record', { selector: 'input:not([readonly])' }),
  )
  await screen.findAllByText('Shop')
  expect(screen.queryByText('Bank')).toBeNull()
  expect(screen.queryByText('North')).toBeNull()
})

it('has the server look for what is left out of a tree that is too large, and says so', async () => {
  const leaf = (name: string) => ({ id: `id of ${name}`, name, code: name, children: [] })
  const most = Array.from({ length: mostTreeNodes + 1 }, (_, at) => leaf(`Branch ${at}`))
  server.reply(organizations.tree, () => most)
  server.reply(organizations.list, ({ query }) =>
    query['keyword'] ? [{ id: 'id of Far', name: 'Far away', code: 'far' }] : [],
  )
  show(<Picker of={organizations} />)
  const input = await screen.findByLabelText('Record', { selector: 'input:not([readonly])' })
  await userEvent.click(input)
  expect(await screen.findByText(/Only the first 5 are listed/)).toBeTruthy()
  await userEvent.type(input, 'far')
  await userEvent.click(await screen.findByText('Far away'))
  expect(server.of(organizations.list).at(0)?.query).toEqual({ keyword: 'far' })
  expect(screen.getByText('id of Far')).toBeTruthy()
})

it('asks nothing for a user who may not list the records', async () => {
  signInAs([])
  show(<Picker of={vendors} start="v1" />)
  const input = await screen.findByLabelText('Record', { selector: 'input:not([readonly])' })
  expect(input).toHaveProperty('disabled', true)
  expect(server.asked).toEqual([])
})

/** A picker in a form, with its field in front. */
async function inForm(of: PickerGroup) {
  const submit = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  show(
    <form onSubmit={({ nativeEvent }) => submit(nativeEvent)}>
      <Picker of={of} />
      <button type="submit">Save</button>
    </form>,
  )
  const input = await screen.findByLabelText('Record', { selector: 'input:not([readonly])' })
  return { input, submit }
}

it('takes the first match by Enter, also one the server has yet to find, and submits nothing', async () => {
  server.reply(vendors.list, ({ query }) =>
    all.filter(({ name }) => name.includes(query['keyword'] ?? '')),
  )
  const { input, submit } = await inForm(vendors)
  await userEvent.type(input, 'Bab{Enter}')
  await screen.findByText('v2')
  await waitFor(() => expect(input).toHaveProperty('value', 'Babel'))
  expect(submit).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(submit).toHaveBeenCalledTimes(1)
})

it('takes the first match of a tree, or the one the arrows have come to', async () => {
  const leaf = (name: string) => ({ id: `id of ${name}`, name, code: name, children: [] })
  server.reply(organizations.tree, () => [leaf('Bank'), leaf('Shop'), leaf('Shopping')])
  const { input, submit } = await inForm(organizations)
  await userEvent.click(input)
  await screen.findAllByText('Shop')
  await userEvent.type(input, 'sho{Enter}')
  expect(screen.getByText('id of Shop')).toBeTruthy()
  await userEvent.clear(input)
  await userEvent.type(input, 'sho{ArrowDown}{ArrowDown}{Enter}')
  expect(screen.getByText('id of Shopping')).toBeTruthy()
  await userEvent.clear(input)
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByText('id of Shopping')).toBeNull()
  expect(submit).not.toHaveBeenCalled()
})

it('keeps what is typed where nothing matches, and submits nothing', async () => {
  server.reply(vendors.list, ({ query }) => (query['keyword'] ? [] : all))
  const { input, submit } = await inForm(vendors)
  await userEvent.type(input, 'Zzz')
  await screen.findByText('Nothing matches')
  await userEvent.keyboard('{Enter}')
  expect(input).toHaveProperty('value', 'Zzz')
  expect(submit).not.toHaveBeenCalled()
})

it('says of a record what one has to know before it is chosen', async () => {
  server.reply(classifications.list, () => [
    { id: 'c1', name: 'Gold', code: 'GOLD', note: 'Exclusive in Tier' },
    { id: 'c2', name: 'Kiosk', code: 'KIOSK', note: null },
  ])
  show(<Picker of={classifications} />)
  await userEvent.click(
    await screen.findByLabelText('Record', { selector: 'input:not([readonly])' }),
  )
  const options = await screen.findAllByRole('option', { hidden: true })
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'GoldExclusive in Tier',
    'KioskKIOSK',
  ])
})

import { type Filter, models, mostConditions, organizations } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import type { Reading } from './faults.ts'
import { FilterBuilder } from './FilterBuilder.tsx'

const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`
let read: Reading | null

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  read = null
  const server = answerCalls()
  server.reply(models.list, ({ query }) =>
    [
      { id: id(1), name: 'P1000', code: 'P1' },
      { id: id(2), name: 'P2000', code: 'P2' },
    ].filter(({ name }) => name.includes(query['keyword'] ?? '')),
  )
  server.reply(organizations.tree, () => [])
})
afterEach(cleanup)

function build(filter: Filter | null = null) {
  show(
    <FilterBuilder
      label="Filter"
      filter={filter}
      onRead={(next) => {
        read = next
      }}
    />,
  )
  return userEvent.setup()
}

const row = (place: string) => within(screen.getByRole('group', { name: `Condition ${place}` }))
const button = (name: string) => screen.getByRole('button', { name })
const sn = (value: string): Filter => ({ field: 'sn', op: 'begins', values: [value] })

it('is built by keys alone, and says in words what it comes to', async () => {
  const user = build()
  button('Add condition: All conditions').focus()
  await user.keyboard('{Enter}')
  // The fact is found by typing; the new row has the focus.
  expect(document.activeElement).toBe(row('1').getByRole('combobox', { name: 'What is asked for' }))
  await user.keyboard('batt{Enter}')
  await user.tab()
  expect(document.activeElement).toBe(row('1').getByRole('combobox', { name: 'How it compares' }))
  await user.tab()
  await user.keyboard('٢٠')
  expect(read?.filter).toEqual({ field: 'battery', op: 'atMost', values: ['20'] })
  button('Add condition: All conditions').focus()
  await user.keyboard('{Enter}model{Enter}')
  await user.tab()
  await user.tab()
  await user.keyboard('P2{Enter}')
  await waitFor(() =>
    expect(read?.filter).toEqual({
      all: [
        { field: 'battery', op: 'atMost', values: ['20'] },
        { field: 'modelId', op: 'in', values: [id(2)] },
      ],
    }),
  )
  await waitFor(() =>
    expect(document.body.textContent.replaceAll(/[\u2066-\u2069]/g, '')).toContain(
      'Battery at most 20%, and model is P2000',
    ),
  )
})

it('moves rows by keys, also into groups and out of them, and keeps the focus', async () => {
  const user = build({ all: [sn('A'), { any: [sn('B'), sn('C')] }] })
  const down = row('1').getByRole('button', { name: 'Move down: Condition 1' })
  down.focus()
  await user.keyboard('{Enter}')
  expect(read?.filter).toEqual({ any: [sn('A'), sn('B'), sn('C')] })
  await waitFor(() => expect(document.activeElement).toBe(button('Move down: Condition 1.1')))
  await user.keyboard('{Enter}{Enter}{Enter}')
  expect(read?.filter).toEqual({ all: [{ any: [sn('B'), sn('C')] }, sn('A')] })
  await waitFor(() => expect(document.activeElement).toBe(button('Move down: Condition 2')))
})

it('takes back what was done, by button and by key', async () => {
  const user = build({ any: [sn('A'), sn('B')] })
  await user.click(button('Remove: Condition 2'))
  expect(read?.filter).toEqual(sn('A'))
  expect(document.activeElement).toBe(button('Remove: Condition 1'))
  await user.keyboard('{Control>}z{/Control}')
  expect(read?.filter).toEqual({ any: [sn('A'), sn('B')] })
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(read?.filter).toEqual(sn('A'))
  await user.click(button('Undo'))
  expect(read?.filter).toEqual({ any: [sn('A'), sn('B')] })
  await user.click(button('Redo'))
  expect(read?.filter).toEqual(sn('A'))
})

it('tells what is missing in a row once it is left', async () => {
  const user = build(sn('A'))
  await user.clear(row('1').getByRole('textbox', { name: 'Value' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(button('Undo'))
  await user.clear(row('1').getByRole('textbox', { name: 'Value' }))
  await user.tab({ shift: true })
  await user.tab({ shift: true })
  await user.tab({ shift: true })
  expect(row('1').getByRole('alert').textContent).toBe('Say what it is compared with')
  expect(read?.filter).toBeNull()
  await user.type(row('1').getByRole('textbox', { name: 'Value' }), 'HU')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('enters ages in hours or days, with a sentence', async () => {
  const user = build({ field: 'lastSeenAt', op: 'longerAgo', values: ['72'] })
  expect(row('1').getByText('Not seen for more than 3 days.')).toBeTruthy()
  const value = row('1').getByRole('textbox', { name: 'Value' })
  await user.clear(value)
  await user.type(value, '2')
  expect(read?.filter).toEqual({ field: 'lastSeenAt', op: 'longerAgo', values: ['48'] })
  await user.selectOptions(row('1').getByRole('combobox', { name: 'Unit' }), 'Hours')
  expect(read?.filter).toEqual({ field: 'lastSeenAt', op: 'longerAgo', values: ['2'] })
  await user.selectOptions(row('1').getByRole('combobox', { name: 'How it compares' }), 'never')
  expect(read?.filter).toEqual({ field: 'lastSeenAt', op: 'never', values: [] })
})

it('says its limits where they are met', async () => {
  const user = build({ any: Array.from({ length: mostConditions - 1 }, (_, n) => sn(`A${n}`)) })
  expect(screen.getByText('29 of 30 conditions')).toBeTruthy()
  await user.click(button('Add condition: All conditions'))
  expect(screen.getByText('That is all: a filter has at most 30 conditions.')).toBeTruthy()
  await user.click(button('Add condition: All conditions'))
  expect(screen.getAllByRole('group', { name: /^Condition / })).toHaveLength(mostConditions)
  cleanup()
  build({ all: [sn('A'), { any: [sn('B'), { all: [sn('C'), { any: [sn('D'), sn('E')] }] }] }] })
  expect(screen.getByText('No deeper: a filter nests at most 5 levels.')).toBeTruthy()
  expect(button('Add nested group: Conditions 2.2.2').getAttribute('aria-disabled')).toBe('true')
})

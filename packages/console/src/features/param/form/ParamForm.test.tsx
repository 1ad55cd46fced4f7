import type { FormField } from '@muster/contract'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser, show } from '../../../../test/show.tsx'
import { useNotices } from '../../../kit/notify.ts'
import type { FormContent } from './formRows.ts'
import { judgeOf } from './judge.ts'
import { ParamForm } from './ParamForm.tsx'

beforeEach(() => {
  prepareBrowser()
  // jsdom draws nothing: without a height no row would be in sight.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(58)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const plain: FormField = {
  pid: 'x',
  groupId: 'net',
  headerId: null,
  fileId: 'main',
  label: 'x',
  labels: {},
  description: null,
  unit: null,
  control: 'TEXT',
  accessLevel: 'BASIC',
  secret: false,
  dependsOn: null,
  required: false,
  readOnly: false,
  hidden: false,
  dataType: 'STRING',
  minLength: null,
  maxLength: null,
  minValue: null,
  maxValue: null,
  pattern: null,
  patternMessage: null,
  items: [],
  columns: [],
  maxRows: null,
  defaultValue: null,
}
const field = (pid: string, more: Partial<FormField> = {}): FormField => ({
  ...plain,
  pid,
  label: `Label ${pid}`,
  ...more,
})
const tabs = [
  { id: 'net', title: 'Network', titles: {} },
  { id: 'money', title: 'Money', titles: {} },
]
const small: FormContent = {
  groups: tabs,
  headers: [{ id: 'h', groupId: 'net', title: 'Proxy', titles: {}, isOpen: false }],
  fields: [
    field('host', { dataType: 'HOST', required: true }),
    field('port', { dataType: 'PORT' }),
    field('proxy', { headerId: 'h' }),
    field('key', { secret: true, required: true }),
    field('fee', { groupId: 'money', dataType: 'AMOUNT', accessLevel: 'ADVANCED' }),
    field('tip', { groupId: 'money', dataType: 'BOOL' }),
    field('rate', { groupId: 'money', dependsOn: { pid: 'tip', value: 'true' } }),
  ],
  rules: [{ expression: 'p.port != 80', message: 'Not in the clear', pids: ['port'] }],
}
const inherited = new Map([
  ['host', { value: 'pos.example', source: 'Baghdad' }],
  ['key', { value: null, source: 'Baghdad', isSet: true }],
])

function Filled({
  content = small,
  access = 'BASIC',
}: {
  content?: FormContent
  access?: 'BASIC' | 'ADVANCED'
}) {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map())
  const change = (pid: string, value: string | null) => {
    const next = new Map(values)
    if (value === null) next.delete(pid)
    else next.set(pid, value)
    setValues(next)
  }
  return (
    <ParamForm
      content={content}
      values={values}
      inherited={inherited}
      access={access}
      onChange={change}
    />
  )
}
const box = (name: string) => screen.getByRole('textbox', { name })

it('shows what is inherited and from where, overrides it, and goes back', async () => {
  show(<Filled />)
  expect(box('Label host')).toHaveProperty('value', 'pos.example')
  expect(screen.getAllByText('Baghdad').length).toBe(2)
  await userEvent.clear(box('Label host'))
  await userEvent.type(box('Label host'), 'own.example')
  expect(screen.getByText('Own value')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Back to inherited: Label host' }))
  expect(box('Label host')).toHaveProperty('value', 'pos.example')
  await userEvent.click(screen.getByRole('button', { name: 'Override Label host' }))
  expect(screen.getByText('Own value')).toBeTruthy()
})

it('judges values and rules while one types, and leads to what is wrong', async () => {
  show(<Filled />)
  await userEvent.type(box('Label port'), '99999')
  expect(screen.getByText('Not a port from 0 to 65535')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: /Money/ }))
  await userEvent.click(screen.getByRole('button', { name: '1 fault: show it' }))
  expect(await screen.findByRole('textbox', { name: 'Label port' })).toBeTruthy()
  await userEvent.clear(box('Label port'))
  await userEvent.type(box('Label port'), '80')
  expect(within(screen.getByRole('alert')).getByText('Not in the clear')).toBeTruthy()
})

it('takes a secret, and shows none', () => {
  show(<Filled />)
  const secret = screen.getByLabelText('Label key')
  expect(secret).toHaveProperty('value', '')
  expect(secret).toHaveProperty('placeholder', 'Set, not shown')
  expect(screen.queryByRole('button', { name: /fault/ })).toBeNull()
})

it('opens a heading, and shows what depends on another value with that value only', async () => {
  show(<Filled />)
  expect(screen.queryByRole('textbox', { name: 'Label proxy' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /Proxy/ }))
  expect(box('Label proxy')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Money' }))
  expect(screen.queryByRole('textbox', { name: 'Label rate' })).toBeNull()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Label tip' }), 'true')
  expect(box('Label rate')).toBeTruthy()
})

it('keeps advanced fields from whoever sees basic ones', async () => {
  show(<Filled />)
  await userEvent.type(screen.getByRole('searchbox'), 'fee')
  expect(screen.getByText('No parameters here.')).toBeTruthy()
  cleanup()
  show(<Filled access="ADVANCED" />)
  await userEvent.type(screen.getByRole('searchbox'), 'fee')
  expect(box('Label fee')).toBeTruthy()
})

it('edits a table in rows and columns', async () => {
  const column = { title: 'AID', dataType: 'STRING', required: true } as const
  const { pid: _, ...rest } = plain
  const aids = field('aids', {
    dataType: 'TABLE',
    columns: [{ ...rest, ...column, key: 'aid' }],
  })
  show(<Filled content={{ ...small, fields: [aids] }} />)
  const open = screen.getByRole('button', { name: /Edit table/ })
  // A row that were moved by a transform would hold the dialog within itself.
  expect(open.closest<HTMLElement>('[data-index]')?.style.transform).toBe('')
  await userEvent.click(open)
  await userEvent.click(await screen.findByRole('button', { name: 'Add row' }))
  await userEvent.type(box('AID, row 1'), 'A0')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(screen.getByText('1 row')).toBeTruthy()
})

it('takes rows of a table from CSV as a whole, or tells each cell that keeps it out', async () => {
  const { pid: _, ...rest } = plain
  const column = (key: string, title: string, dataType: 'STRING' | 'INTEGER') =>
    ({ ...rest, key, title, dataType, required: true }) as const
  const aids = field('aids', {
    dataType: 'TABLE',
    columns: [column('aid', 'AID', 'STRING'), column('limit', 'Limit', 'INTEGER')],
  })
  show(<Filled content={{ ...small, fields: [aids] }} />)
  await userEvent.click(screen.getByRole('button', { name: /Edit table/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Rows from CSV' }))
  const take = await screen.findByRole('button', { name: 'Take these rows' })
  fireEvent.change(box('Rows'), { target: { value: 'aid;Limit\n"A0;1";٥\nA1;much\n;3' } })
  await userEvent.click(take)
  const said = screen.getByRole('alert').textContent
  expect(said).toContain('Limit, row 2')
  expect(said).toContain('AID, row 3')
  expect(screen.queryByRole('textbox', { name: 'AID, row 1' })).toBeNull()
  const input = document.querySelector('input[type=file]') ?? document
  const foreign = new File([Uint8Array.of(97, 105, 100, 10, 0xc7)], 'rows.csv')
  fireEvent.change(input, { target: { files: [foreign] } })
  await expect.poll(() => useNotices.getState().list.at(-1)?.text).toContain('not in UTF-8')
  // Columns without a name or a value are none, and rows keep their places in the file.
  fireEvent.change(box('Rows'), { target: { value: 'aid;Limit;\nA0;1\n\nA1;much' } })
  await userEvent.click(take)
  expect(screen.getByRole('alert').textContent).toContain('Limit, row 3')
  fireEvent.change(box('Rows'), { target: { value: 'aid;Limit\n"A0;1";٥' } })
  await userEvent.click(take)
  expect(box('AID, row 1')).toHaveProperty('value', 'A0;1')
  expect(box('Limit, row 1')).toHaveProperty('value', '5')
})

it('shows a value with the control that was chosen for it', async () => {
  const items = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
  ]
  const fields = [
    field('on', { dataType: 'BOOL', control: 'SWITCH' }),
    field('one', { dataType: 'ENUM', control: 'RADIO', items }),
    field('pass', { control: 'PASSWORD' }),
    field('tint', { control: 'COLOUR' }),
  ]
  show(<Filled content={{ ...small, fields, headers: [] }} />)
  const turn = screen.getByRole('switch', { name: 'Label on' })
  await userEvent.click(turn)
  expect(turn).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: 'Second' }))
  expect(screen.getByRole('radio', { name: 'Second' })).toHaveProperty('checked', true)
  expect(screen.getByLabelText('Label pass')).toHaveProperty('type', 'password')
  const picker = screen.getByLabelText('Choose a colour: Label tint')
  fireEvent.change(picker, { target: { value: '#1561d6' } })
  expect(box('Label tint')).toHaveProperty('value', '#1561D6')
})

const many: FormContent = {
  ...small,
  fields: Array.from({ length: 2000 }, (_, at) =>
    field(`p${at}`, { dataType: at % 2 === 0 ? 'PORT' : 'HOST', required: true }),
  ),
  headers: [],
}

it('draws a few dozen of two thousand fields, and finds the last of them', async () => {
  show(<Filled content={many} />)
  expect(screen.getAllByRole('textbox').length).toBeLessThan(60)
  await userEvent.type(screen.getByRole('searchbox'), 'p1999')
  expect(await screen.findByRole('textbox', { name: 'Label p1999' })).toBeTruthy()
})

it('judges two thousand values in the time of a key press', () => {
  const judge = judgeOf(many)
  const values = new Map(
    many.fields.map(({ pid }, at) => [pid, at % 2 === 0 ? '443' : 'a.example']),
  )
  const held = { values, inherited: new Map() }
  judge(many.fields, held)
  const begun = performance.now()
  for (let turn = 0; turn < 10; turn++) {
    const next = { ...held, values: new Map(values).set('p0', String(turn)) }
    expect(judge(many.fields, next).faults.size).toBe(0)
  }
  expect((performance.now() - begun) / 10).toBeLessThan(50)
})

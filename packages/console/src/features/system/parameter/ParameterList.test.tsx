import { type Parameter, parameters } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { ParameterList } from './ParameterList.tsx'

const at = '2026-11-20T14:58:41.000Z'
const shipped: Parameter = {
  id: '019a0000-0000-7000-8000-000000000001',
  key: 'recycle.keepDays',
  name: 'recycle.keepDays',
  groupCode: 'record',
  valueType: 'int',
  value: '30',
  secretValue: null,
  defaultValue: '90',
  min: 1,
  max: 3650,
  options: [],
  remark: null,
  restartNeeded: false,
  hasSecret: false,
  isChanged: true,
  isSystem: true,
  version: 4,
  createdAt: at,
  updatedAt: at,
  updatedBy: 'Omar',
}
const secret: Parameter = {
  ...shipped,
  id: '019a0000-0000-7000-8000-000000000002',
  key: 'bank.secret',
  name: 'Secret of the bank',
  groupCode: 'bank',
  valueType: 'secret',
  value: null,
  defaultValue: null,
  hasSecret: true,
  isSystem: false,
}

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(parameters.page, () => ({
    list: [shipped, secret],
    total: 2,
    pageNum: 1,
    pageSize: 20,
  }))
})
afterEach(cleanup)

const rowOf = async (text: string) =>
  within((await screen.findByText(text)).closest('tr') as HTMLElement)

it('calls what is shipped by the language pack and masks secrets', async () => {
  show(<ParameterList />)
  const row = await rowOf('recycle.keepDays')
  row.getByText('Days in the recycle bin')
  const acts = (of: typeof row) =>
    of.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)
  expect(acts(row).slice(-3)).toEqual([
    'Edit',
    'History',
    'More actions for Days in the recycle bin',
  ])
  const other = await rowOf('bank.secret')
  other.getByText('••••••')
  // What does not fit into two acts lies behind the three points.
  expect(acts(other).slice(-3)).toEqual(['Edit', 'History', 'More actions for Secret of the bank'])
  await userEvent.click(other.getByRole('button', { name: 'More actions for Secret of the bank' }))
  const menu = within(await screen.findByRole('menu', { hidden: true }))
  await menu.findByText('Delete')
})

it('asks for the value alone of what is shipped, and shows why it is refused', async () => {
  server.refuse(
    parameters.update,
    refuse(400, 'No', { fields: [{ field: 'value', message: 'At most 3650' }] }),
  )
  show(<ParameterList />)
  await userEvent.click((await rowOf('recycle.keepDays')).getByRole('button', { name: 'Edit' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Edit: Days in the recycle bin' }),
  )
  const value = await dialog.findByLabelText(/^Value/)
  expect(dialog.queryByLabelText(/^Key/)).toBeNull()
  await userEvent.clear(value)
  await userEvent.type(value, '٤٠٠٠')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('At most 3650')
  expect(server.of(parameters.update)[0]?.body).toMatchObject({ value: '4000', version: 4 })
})

it('offers the input that fits the type of a new one', async () => {
  show(<ParameterList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add parameter' }))
  await userEvent.selectOptions(await dialog.findByLabelText(/^Type/), 'Yes or no')
  expect(dialog.getByLabelText(/^Value/).tagName).toBe('SELECT')
  await userEvent.selectOptions(dialog.getByLabelText(/^Type/), 'Secret')
  expect(dialog.queryByLabelText(/^Default/)).toBeNull()
})

it('resets only what was agreed to', async () => {
  server.reply(parameters.reset, () => shipped)
  show(<ParameterList />)
  await userEvent.click(
    (await rowOf('recycle.keepDays')).getByRole('button', { name: /^More actions/ }),
  )
  await userEvent.click(
    await within(await screen.findByRole('menu', { hidden: true })).findByText('Reset'),
  )
  await answerQuestion(true)
  await waitFor(() => expect(server.of(parameters.reset)).toHaveLength(1))
})

it('shows who changed a value, from what to what', async () => {
  const change = { id: shipped.id, at, userName: 'Omar', oldValue: '90', newValue: '30' }
  server.reply(parameters.history, () => [change])
  show(<ParameterList />)
  await userEvent.click((await rowOf('recycle.keepDays')).getByRole('button', { name: 'History' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^History of/ }))
  const cells = (await dialog.findByText('Omar')).closest('tr')?.cells ?? []
  expect([...cells].slice(1).map(({ textContent }) => textContent)).toEqual(['Omar', '90', '30'])
})

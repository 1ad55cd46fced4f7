import { categories, features, type Model, models, vendors } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { onePage } from '../../../../test/devices.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { ModelList } from './ModelList.tsx'

const at = '2026-01-01T00:00:00.000Z'
const other = '019a0000-0000-7000-8000-000000000009'
const model: Model = {
  id: '019a0000-0000-7000-8000-000000000001',
  status: 1,
  version: 3,
  createdAt: at,
  updatedAt: at,
  updatedBy: null,
  vendorId: other,
  categoryId: other,
  name: 'Aurora A8',
  code: 'aurora-a8',
  osType: 'ANDROID',
  screen: null,
  cpuAbi: null,
  ramMb: null,
  storageMb: null,
  batteryMah: null,
  snRule: null,
  osVersions: null,
  bootLogo: null,
  stableChannel: null,
  betaChannel: null,
  heartbeatSeconds: null,
  endOfSale: null,
  endOfSupport: null,
  featureIds: null,
  keySlots: [{ slot: '1', type: 'TPK' }],
  picture: null,
  remark: null,
  vendorName: 'Northlight',
  categoryName: 'Smart',
  deviceCount: 150,
  features: [],
  firmwareStable: null,
  firmwareBeta: null,
  ptsVersion: null,
  ptsUntil: null,
}

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useQuestion.setState({ asked: null })
  server = answerCalls()
  server.reply(models.page, () => onePage([model]))
  for (const of of [vendors, categories, features])
    server.reply(of.list, () => [{ id: other, name: 'One', code: 'one' }])
  server.reply(models.keyImpact, () => ({ failing: 120, mended: 3 }))
  server.reply(models.update, () => model)
})
afterEach(cleanup)

async function edit() {
  show(<ModelList />)
  await userEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit: Aurora A8' }))
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  return { dialog, save }
}
const addSlot = async (dialog: Awaited<ReturnType<typeof edit>>['dialog'], slot: string) => {
  await userEvent.click(await dialog.findByRole('button', { name: 'Add key slot' }))
  const fields = dialog.getAllByRole('textbox', { name: 'Slot' })
  const last = fields.at(-1)
  if (last) await userEvent.type(last, slot)
}

it('asks with the number of terminals before other key slots are demanded of them', async () => {
  const { dialog, save } = await edit()
  await addSlot(dialog, 'dukpt')
  const types = dialog.getAllByRole('combobox', { name: 'Type' })
  await userEvent.click(types.at(-1) ?? document.body)
  await userEvent.click(
    (await screen.findAllByRole('option', { name: 'DUKPT, PIN', hidden: true })).at(-1) ??
      document.body,
  )
  const keySlots = [...model.keySlots, { slot: 'dukpt', type: 'DUKPT_PIN' }]
  for (const agrees of [false, true]) {
    await save()
    await waitFor(() => expect(useQuestion.getState().asked).toMatchObject({ count: 123 }))
    expect(useQuestion.getState().asked?.text).toMatch(/from now on: 120\..*any: 3\./)
    expect(server.of(models.update)).toHaveLength(0)
    await answerQuestion(agrees)
  }
  await waitFor(() => expect(server.of(models.update)).toHaveLength(1))
  expect(server.of(models.keyImpact)[0]?.body).toEqual({ keySlots, withRows: false })
  expect(server.of(models.update)[0]?.body).toMatchObject({ keySlots, version: 3 })
})

it.each([
  ['1', 'A key slot is named twice'],
  ['65536', /^A slot is a number from 0 to 65535/],
])('says what is wrong with a slot %s', async (slot, words) => {
  const { dialog, save } = await edit()
  await addSlot(dialog, slot)
  await save()
  expect(await dialog.findByText(words)).toBeTruthy()
  expect(server.of(models.keyImpact)).toHaveLength(0)
})

it('takes a slot away, and asks nothing where the slots stay as they are', async () => {
  const { dialog, save } = await edit()
  await userEvent.click(await dialog.findByRole('button', { name: 'Remove key slot 1' }))
  expect(dialog.queryByRole('textbox', { name: 'Slot' })).toBeNull()
  await addSlot(dialog, '1')
  await userEvent.type(dialog.getByLabelText(/^Remark/), 'new')
  await save()
  await waitFor(() => expect(server.of(models.update)).toHaveLength(1))
  expect(server.of(models.keyImpact)).toHaveLength(0)
})

import { codes, mqttTasks, type TaskTemplate, taskTemplates } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { onePage } from '../../../test/devices.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { TaskScreen } from './TaskScreen.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const template: TaskTemplate = {
  id: '019a0000-0000-7000-8000-000000000901',
  name: 'Nightly restart',
  orgName: 'Tigris Bank',
  cmd: 'REBOOT',
  args: { delay: 60 },
  options: { retries: 2, needOnline: true, notify: false, priority: 5 },
  ttlSeconds: 600,
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: 'admin',
  version: 3,
}

/** Begins a task from the template; the dialog of its form. */
async function begin() {
  signInAs('all')
  const server = answerCalls()
  server.reply(mqttTasks.page, () => onePage([]))
  const counts = { OPEN: 0, APPROVAL: 0, SCHEDULED: 0, RUNNING: 0, PAUSED: 0 }
  server.reply(mqttTasks.count, () => counts)
  server.reply(mqttTasks.halts, () => [])
  server.reply(taskTemplates.page, () => onePage([template]))
  show(<TaskScreen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Templates' }))
  const list = within(await screen.findByRole('dialog', { name: 'Templates' }))
  fireEvent.click(await list.findByRole('button', { name: 'Start' }))
  const form = within(await screen.findByRole('dialog', { name: 'New task' }))
  await form.findByRole('combobox', { name: /^What/ })
  return { server, form }
}

it('begins a task as its template has it, for terminals that are named anew', async () => {
  const { server, form } = await begin()
  const preview = {
    total: 1,
    given: 1,
    leftOut: [],
    next: [],
    unknown: { count: 0, examples: [] },
    capped: false,
    needsApproval: false,
  }
  server.reply(mqttTasks.precheck, () => preview)
  fireEvent.change(form.getByLabelText(/Serial numbers/), { target: { value: 'TEST-0001' } })
  fireEvent.click(form.getByRole('button', { name: 'Check whom it reaches' }))
  await waitFor(() => expect(server.of(mqttTasks.precheck)).toHaveLength(1))
  expect(server.of(mqttTasks.precheck)[0]?.body).toMatchObject({
    want: { cmd: 'REBOOT', args: { delay: 60 } },
    options: { retries: 2, needOnline: true },
    ttlSeconds: 600,
    targets: { sns: ['TEST-0001'] },
  })
})

it('is changed by what the form says, or another is saved under its own name', async () => {
  const { server, form } = await begin()
  server.reply(taskTemplates.update, () => template)
  fireEvent.click(form.getByRole('button', { name: 'Save as template' }))
  const naming = within(await screen.findByRole('dialog', { name: 'Save as template' }))
  fireEvent.click(naming.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(taskTemplates.update)).toHaveLength(1))
  expect(server.of(taskTemplates.update)[0]?.body).toMatchObject({
    id: template.id,
    version: 3,
    name: 'Nightly restart',
    want: { cmd: 'REBOOT', args: { delay: 60 } },
  })
})

it('says at its name what is wrong with it', async () => {
  const { server, form } = await begin()
  const fields = [{ field: 'name', message: 'Taken' }]
  server.refuse(taskTemplates.add, refuse(codes.badRequest, 'Some values', { fields }))
  fireEvent.click(form.getByRole('button', { name: 'Save as template' }))
  const naming = within(await screen.findByRole('dialog', { name: 'Save as template' }))
  await userEvent.click(naming.getByRole('checkbox', { name: /Change the template/ }))
  fireEvent.click(naming.getByRole('button', { name: 'Save' }))
  expect(await naming.findByText('Taken')).toBeTruthy()
})

import { codes, params, variables } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { assignment, assignmentForm } from '../../../../test/assigned.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { keepDrafts } from '../../../kit/form/drafts.ts'
import { queries } from '../../../kit/queries.ts'
import { ParamEditor } from './ParamEditor.tsx'

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

const { id } = assignment()

function open(rights: readonly string[] | 'all') {
  signInAs(rights)
  const server = answerCalls()
  server.reply(params.detail, () => assignment())
  server.reply(params.form, () => assignmentForm())
  return { server, address: show(<ParamEditor />, {}, { id }) }
}
const box = (name: string) => screen.findByRole('textbox', { name })
const bodies = (server: ReturnType<typeof answerCalls>) =>
  server.of(params.draft).map(({ body }) => body)

it('keeps what is typed by itself, names the secrets that stay, and says where values come from', async () => {
  const { server, address } = open('all')
  server.reply(params.draft, () => ({
    version: 8,
    faults: [{ pids: ['host'], message: 'Too short' }],
    ignored: [],
  }))
  expect(await screen.findByText('Organisation: Everybody')).toBeTruthy()
  await userEvent.type(await box('port'), '0')
  expect(address.isDirty).toBe(true)
  await waitFor(() =>
    expect(bodies(server)).toEqual([
      {
        version: 7,
        values: { host: 'a.example', port: '4430' },
        secrets: {},
        keptSecrets: ['pin'],
      },
    ]),
  )
  expect(await screen.findByText('Too short')).toBeTruthy()
  expect(address.isDirty).toBe(false)
})

it('says that somebody else was faster, and keeps what was typed over their changes', async () => {
  const { server } = open('all')
  server.refuse(params.draft, refuse(codes.versionConflict, 'Changed meanwhile'))
  await userEvent.type(await box('port'), '0')
  const take = await screen.findByRole('button', { name: /keep mine/ })
  server.reply(params.form, () =>
    assignmentForm({ version: 9, values: { host: 'theirs.example' } }),
  )
  server.reply(params.draft, () => ({ version: 10, faults: [], ignored: [] }))
  await userEvent.click(take)
  await waitFor(async () => expect(await box('host')).toHaveProperty('value', 'theirs.example'))
  await waitFor(() =>
    expect(bodies(server).at(-1)).toMatchObject({
      version: 9,
      values: { host: 'theirs.example', port: '4430' },
    }),
  )
})

it('lets those look who may not change, and offers them nothing else', async () => {
  open([params.form.permission])
  expect(await box('host')).toHaveProperty('readOnly', true)
  expect(screen.queryByRole('button', { name: /Review/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Variable for/ })).toBeNull()
})

it('puts a variable at the end of a value', async () => {
  const { server } = open('all')
  server.reply(params.draft, () => ({ version: 8, faults: [], ignored: [] }))
  server.refuse(variables.page, refuse(codes.badRequest, 'not now'))
  await userEvent.click(await screen.findByRole('button', { name: 'Variable for host' }))
  await userEvent.click(await screen.findByRole('button', { name: '${device.sn}' }))
  expect(await box('host')).toHaveProperty('value', 'a.example${device.sn}')
})

it('leaves out what the template has not, once its user says so', async () => {
  const { server } = open('all')
  await box('host')
  expect(screen.queryByRole('checkbox', { name: /Ignore undefined/ })).toBeNull()
  cleanup()
  server.reply(params.form, () =>
    assignmentForm({
      values: { host: 'a.example', old: 'x' },
      faults: [{ pids: ['old'], message: 'The template has no parameter old' }],
    }),
  )
  server.reply(params.draft, () => ({ version: 8, faults: [], ignored: ['old'] }))
  show(<ParamEditor />, {}, { id })
  expect(await screen.findByText('The template has no parameter old')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: /Ignore undefined/ }))
  await waitFor(() => expect(screen.queryByText('The template has no parameter old')).toBeNull())
  expect(bodies(server)[0]).toMatchObject({ values: { old: 'x' }, ignoreUndefined: true })
  // Nor is it sent once more with what is typed next.
  server.reply(params.draft, () => ({ version: 9, faults: [], ignored: [] }))
  await userEvent.type(await box('host'), '.org')
  await waitFor(() =>
    expect(bodies(server).at(-1)).toMatchObject({
      version: 8,
      values: { host: 'a.example.org' },
      ignoreUndefined: true,
    }),
  )
  expect(bodies(server).at(-1)).not.toHaveProperty('values.old')
})

describe('another language chosen before it is saved', () => {
  beforeEach(() => sessionStorage.clear())
  const hasAnew = (
    server: ReturnType<typeof answerCalls>,
    form: Parameters<typeof assignmentForm>,
  ) => {
    keepDrafts()
    cleanup()
    queries.clear()
    server.reply(params.form, () => assignmentForm(...form))
    return show(<ParamEditor />, {}, { id })
  }

  it('keeps what is typed, and what others have changed meanwhile', async () => {
    const { server, address } = open('all')
    server.reply(params.draft, () => ({ version: 9, faults: [], ignored: [] }))
    await userEvent.type(await box('port'), '0')
    await userEvent.type(await box('host'), '.org')
    expect([address.isDirty, address.isKept]).toEqual([true, true])
    hasAnew(server, [{ version: 8, values: { host: 'theirs.example' } }])
    await waitFor(async () => expect(await box('port')).toHaveProperty('value', '4430'))
    expect(await box('host')).toHaveProperty('value', 'theirs.example')
  })

  it('keeps no secret, and says that one would be lost', async () => {
    const { address } = open('all')
    await box('host')
    const secret = document.querySelector<HTMLInputElement>('input[type="password"]')
    if (!secret) throw new Error('There is no field of a secret')
    await userEvent.type(secret, '1234')
    expect([address.isDirty, address.isKept]).toEqual([true, false])
    keepDrafts()
    expect(JSON.stringify(sessionStorage)).not.toContain('1234')
  })
})

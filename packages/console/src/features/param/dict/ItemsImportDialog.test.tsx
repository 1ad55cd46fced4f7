import { codes, paramDicts } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { ItemsImportDialog } from './ItemsImportDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

const items = [{ pid: 'host', title: 'Host', dataType: 'HOST' }, { pid: 'port' }]

it('takes a list over, and says what the server refuses by entry and member', async () => {
  const server = answerCalls()
  const message = 'Please fill this in'
  const fields = [{ field: 'items.1.dataType', message }]
  server.refuse(paramDicts.compareItems, refuse(codes.badRequest, 'Not accepted', { fields }))
  const close = vi.fn<() => void>()
  show(<ItemsImportDialog dialog={{ isOpen: true, record: null, open: () => undefined, close }} />)
  const field = await screen.findByLabelText('JSON or XML')
  fireEvent.change(field, { target: { value: '{"items": 7}' } })
  expect(screen.getByText('This is neither a JSON list of entries nor a JSON Schema')).toBeTruthy()
  fireEvent.change(field, { target: { value: JSON.stringify({ items }) } })
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  await press('Show differences')
  expect((await screen.findByText(message)).closest('tr')?.textContent).toBe(
    `2portdataType${message}`,
  )
  expect(screen.getByText('The differences cannot be shown yet. Mend this first:')).toBeTruthy()
  expect(close).not.toHaveBeenCalled()
  const members = [{ member: 'title', before: 'Host', after: 'The host' }]
  const change = { part: 'fields' as const, kind: 'changed' as const, members }
  server.reply(paramDicts.compareItems, () => [{ ...change, key: 'host', title: 'The host' }])
  server.reply(paramDicts.importItems, () => ({ added: 2, changed: 0 }))
  await press('Show differences')
  expect((await screen.findByText('Changed')).closest('tr')?.textContent).toContain('Title: Host')
  expect(server.of(paramDicts.importItems)).toEqual([])
  server.refuse(paramDicts.importItems, refuse(codes.badRequest, 'Not accepted', { fields }))
  await press('Import')
  expect(await screen.findByText('Nothing was imported. Mend this first:')).toBeTruthy()
  server.reply(paramDicts.importItems, () => ({ added: 2, changed: 0 }))
  await press('Show differences')
  await press('Import')
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(server.of(paramDicts.importItems).at(-1)?.body).toEqual({ aim: 'new', items })
})

it('has an XML schema read, shows what it has and what was left out, and takes that over', async () => {
  const server = answerCalls()
  const entry = {
    pid: 'pay.host',
    title: 'Host of payments',
    groupName: 'Network',
    dataType: 'HOST' as const,
    required: true,
  }
  server.reply(paramDicts.readText, () => ({ items: [entry], notes: ['pay.key: left out'] }))
  server.reply(paramDicts.importItems, () => ({ added: 1, changed: 0 }))
  const close = vi.fn<() => void>()
  show(<ItemsImportDialog dialog={{ isOpen: true, record: null, open: () => undefined, close }} />)
  const text = '<Schema><Parameters/></Schema>'
  fireEvent.change(await screen.findByLabelText('JSON or XML'), { target: { value: text } })
  expect(screen.queryByText('This is neither a JSON list of entries nor a JSON Schema')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  server.reply(paramDicts.compareItems, () => [
    {
      part: 'fields' as const,
      kind: 'added' as const,
      key: entry.pid,
      title: 'New one',
      members: [],
    },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Show differences' }))
  expect(await screen.findByText('Host of payments')).toBeTruthy()
  expect(await screen.findByText('New one')).toBeTruthy()
  expect(server.of(paramDicts.compareItems)[0]?.body).toEqual({ aim: 'new', items: [entry] })
  expect(screen.getByText('pay.key: left out')).toBeTruthy()
  expect(server.of(paramDicts.readText)[0]?.body).toEqual({ text })
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(server.of(paramDicts.importItems)[0]?.body).toEqual({ aim: 'new', items: [entry] })
})

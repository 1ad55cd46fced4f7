import { codes, type Notice, notices } from '@muster/contract'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { memoryDatabase } from '../../../../test/memoryDatabase.ts'
import { answerQuestion, prepareBrowser, show } from '../../../../test/show.tsx'
import { currentAddress, navigate } from '../../../platform/address.ts'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { NoticePanel } from './NoticePanel.tsx'

let calls: ReturnType<typeof answerCalls>
let stored: Notice[]

const noticeOf = (n: number, change: Partial<Notice> = {}): Notice => ({
  id: `019a0000-0000-7000-8000-00000000000${n}`,
  type: 1,
  image: null,
  notice: `Notice ${n}`,
  email: '',
  severity: 'WARNING',
  link: null,
  createdAt: '2026-01-01T10:00:00.000Z',
  isRead: false,
  ...change,
})

beforeEach(() => {
  prepareBrowser()
  memoryDatabase()
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  calls = answerCalls()
  stored = [
    noticeOf(1),
    noticeOf(2, { type: 2, notice: '', email: 'Your report', severity: 'INFO' }),
  ]
  calls.reply(notices.page, ({ query }) => {
    const list = stored.filter(({ type }) => type === Number(query['type']))
    return { list, total: list.length, pageNum: 1, pageSize: 20 }
  })
  calls.reply(notices.unread, () => {
    const of = (type: number) => stored.filter((one) => one.type === type && !one.isRead).length
    return { message: of(1), email: of(2) }
  })
  calls.reply(notices.read, ({ path }) => {
    stored = stored.map((one) => (path.endsWith(one.id) ? { ...one, isRead: true } : one))
    return { count: 1 }
  })
  calls.reply(notices.clear, ({ query }) => {
    stored = stored.filter(({ type }) => type !== Number(query['type']))
    return { count: 1 }
  })
})
afterEach(() => {
  cleanup()
  navigate('/')
})

function open() {
  const close = vi.fn<() => void>()
  show(<NoticePanel close={close} />)
  return { close, user: userEvent.setup() }
}

it('shows messages and mails in two tabs, with how many are unread', async () => {
  const { user } = open()
  await screen.findByText('Notice 1')
  const message = await screen.findByRole('tab', { name: 'Message 1' })
  expect(message.getAttribute('aria-selected')).toBe('true')
  message.focus()
  await user.keyboard('{ArrowRight}')
  await screen.findByText('Your report')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Email/ }))
  expect(screen.queryByText('Notice 1')).toBeNull()
})

it('shows text as text, whatever is in it', async () => {
  stored = [noticeOf(1, { notice: '<img src=x onerror=alert(1)> <b>bold</b>' })]
  open()
  await screen.findByText('<img src=x onerror=alert(1)> <b>bold</b>')
  expect(document.querySelector('dialog b, dialog img')).toBeNull()
})

it('shows the picture of a notice, or what its severity means', async () => {
  stored = [noticeOf(1, { severity: 'CRITICAL' }), noticeOf(2, { image: '/files/a.png' })]
  open()
  await screen.findByRole('img', { name: 'Critical' })
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/files/a.png')
  expect(document.querySelector('time')?.getAttribute('datetime')).toBe('2026-01-01T10:00:00.000Z')
})

it('reads a notice and goes where it leads', async () => {
  stored = [noticeOf(1, { link: '/device/detail/7?tab=tasks' })]
  const { close, user } = open()
  await user.click(await screen.findByRole('button', { name: /Notice 1/ }))
  expect(calls.of(notices.read)).toHaveLength(1)
  expect(currentAddress()).toEqual({ path: '/device/detail/7', query: { tab: 'tasks' } })
  expect(close).toHaveBeenCalled()
})

it('clears the messages and says that there are none', async () => {
  stored = [...stored, noticeOf(3, { isRead: true })]
  const { user } = open()
  await screen.findByText('Notice 1')
  await user.click(screen.getByRole('button', { name: 'Clear Message' }))
  expect(useQuestion.getState().asked?.text).toBe(
    '2 messages are deleted for good, also those that you have not read.',
  )
  await answerQuestion(false)
  expect(calls.of(notices.clear)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Clear Message' }))
  await answerQuestion(true)
  await screen.findByText(/No messages/)
  expect(calls.of(notices.clear)[0]?.query).toEqual({ type: '1' })
  expect(stored).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Clear Message' })).toHaveProperty('disabled', true)
})

it('says that it is mails that are cleared', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('tab', { name: /Email/ }))
  await screen.findByText('Your report')
  await user.click(screen.getByRole('button', { name: 'Clear Email' }))
  await answerQuestion(true)
  await screen.findByText(/No mails/)
  expect(calls.of(notices.clear)[0]?.query).toEqual({ type: '2' })
})

it('offers to try again when the notices cannot be fetched', async () => {
  calls.refuse(notices.page, refuse(codes.failure, 'Broken'))
  const { user } = open()
  const alert = await screen.findByRole('alert')
  calls.reply(notices.page, () => ({ list: [noticeOf(1)], total: 1, pageNum: 1, pageSize: 20 }))
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Notice 1')).toBeTruthy()
})

import { clientErrorLimit, clientErrors } from '@muster/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { memoryDatabase } from '../../../../test/memoryDatabase.ts'
import { signInAs } from '../../../../test/show.tsx'
import { CallError } from '../../../kit/callError.ts'
import { useSession } from '../../../kit/session.ts'
import { navigate } from '../../../platform/address.ts'
import { collectErrors } from './collectErrors.ts'
import { clearErrors, useErrorLog } from './errorStore.ts'

let calls: ReturnType<typeof answerCalls>
const logged = () => useErrorLog.getState().list

beforeEach(() => {
  memoryDatabase()
  calls = answerCalls()
  calls.reply(clientErrors.report, () => ({ id: '019a0000-0000-7000-8000-000000000001' }))
  signInAs([])
  const { user } = useSession.getState()
  useSession.setState({ token: 'token', user: user && { ...user, realName: 'Layla Hassan' } })
})
afterEach(() => {
  clearErrors()
  useSession.setState({ token: null, user: null })
  navigate('/')
})

it('collects nothing outside of production', () => {
  const listen = vi.spyOn(globalThis, 'addEventListener')
  expect(collectErrors(false)).toBeNull()
  expect(listen).not.toHaveBeenCalled()
  listen.mockRestore()
})

it('writes down what nobody caught, scrubbed, and tells the server', async () => {
  navigate('/device/list?sn=SECRET')
  const note = collectErrors(true)
  dispatchEvent(
    new ErrorEvent('error', { error: new TypeError('no mail to Layla at layla@bank.example') }),
  )
  await vi.waitFor(() => expect(logged()).toHaveLength(1))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'given as text' }))
  await vi.waitFor(() => expect(logged()).toHaveLength(2))
  note?.(new Error('met by React'))
  await vi.waitFor(() => expect(logged()).toHaveLength(3))
  expect(logged().map(({ err, url }) => [err, url])).toEqual([
    ['Error: met by React', '/device/list?sn=…'],
    ['given as text', '/device/list?sn=…'],
    ['TypeError: no mail to … at …@…', '/device/list?sn=…'],
  ])
  await vi.waitFor(() => expect(calls.of(clientErrors.report)).toHaveLength(3))
  const [first] = calls.of(clientErrors.report)
  expect(first?.body).toMatchObject({
    shortId: logged()[2]?.id,
    message: 'TypeError: no mail to … at …@…',
    route: '/device/list?sn=…',
  })
  expect(JSON.stringify(logged()) + JSON.stringify(calls.asked)).not.toMatch(/layla|SECRET/i)
})

it('counts what comes again, and leaves out refusals and what was given up', async () => {
  const { logError } = await import('./errorLog.ts')
  const met = { moment: new Date(), url: '/' }
  const fault = new Error('again')
  for (const _ of [1, 2, 3]) logError(fault, met)
  logError(new CallError(404, 'gone'), met)
  logError(new DOMException('given up', 'AbortError'), met)
  logError('ResizeObserver loop completed with undelivered notifications.', met)
  expect(logged()).toMatchObject([{ err: 'Error: again', times: 3 }])
})

it('tells the server no more than it takes, and the user the newest fifty', async () => {
  const { logError } = await import('./errorLog.ts')
  for (let n = 0; n < 60; n += 1) logError(`fault ${n}`, { moment: new Date(), url: '/' })
  expect([logged().length, logged()[0]?.err]).toEqual([50, 'fault 59'])
  await vi.waitFor(() => expect(calls.of(clientErrors.report).length).toBeGreaterThan(0))
  expect(calls.of(clientErrors.report).length).toBeLessThanOrEqual(clientErrorLimit)
})

it('tells the server nothing of a visitor', async () => {
  const { logError } = await import('./errorLog.ts')
  useSession.setState({ token: null })
  logError('before sign-in', { moment: new Date(), url: '/login' })
  expect(logged()).toHaveLength(1)
  expect(calls.of(clientErrors.report)).toEqual([])
})

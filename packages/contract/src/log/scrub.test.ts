import { expect, it } from 'vitest'
import { scrub } from './scrub.ts'

it.each([
  [
    'a query',
    'GET /admin/notice/v1/ws?ticket=abc&x=1 failed',
    'GET /admin/notice/v1/ws?ticket=…&x=… failed',
  ],
  ['a bearer', 'Authorization: Bearer abc.def', 'Authorization: Bearer …'],
  ['a password', 'bad value {"password":"hunter2"}', 'bad value {"password":"…"}'],
  ['a mail address', 'no user layla@tigris.example.iq here', 'no user …@… here'],
  ['a hash', 'not 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b', 'not …'],
  ['a token', 'token was Zk3_9fQ2hLx8vB1nT5yR7wPq0sDa', 'token was …'],
  ['a phone number', 'call +964 770 123 4567 now', 'call … now'],
  ['a card number', 'pan 4111111111111111', 'pan …'],
])('takes out %s', (_, text, left) => {
  expect(scrub(text)).toBe(left)
})

it.each([
  'TypeError: undefined is not a function',
  'at useSyncExternalStoreWithSelector (http://console.test/assets/index-BsdkfjK3.js:12:3456)',
  'record 019a0000-0000-7000-8000-000000000001 is gone',
  'terminal DEMO-00042 of 2026-01-01',
])('leaves what helps to find the fault: %s', (text) => {
  expect(scrub(text)).toBe(text)
})

it('takes out who is signed in', () => {
  expect(scrub('cannot read "Layla Hassan" of layla', ['Layla Hassan', 'Layla', ''])).toBe(
    'cannot read "…" of …',
  )
  expect(scrub('admin: GET /admin/x at admin.map (a.js)', ['admin', 'map'])).toBe(
    '…: GET /admin/x at ….map (a.js)',
  )
})

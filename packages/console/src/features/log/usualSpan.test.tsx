import { defaultLogDays } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { cleanup, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerNothing } from '../../../test/anyList.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { ActionList } from './ActionList.tsx'
import { ClientErrorList } from './ClientErrorList.tsx'
import { SignInList } from './SignInList.tsx'

beforeEach(() => {
  prepareBrowser()
  answerNothing()
  signInAs('all')
})
afterEach(cleanup)

const logs: readonly (readonly [string, ComponentType])[] = [
  ['actions', ActionList],
  ['sign-ins', SignInList],
  ['console errors', ClientErrorList],
]

it.each(logs)('says which days of the %s an empty beginning means', (_, List) => {
  show(<List />)
  expect(screen.getByRole('button', { name: `From Last ${defaultLogDays} days` })).toBeTruthy()
})

it('says so of an end that was chosen', () => {
  show(<ActionList />, { to: '2026-11-20T10:00:00.000Z' })
  expect(screen.getByRole('button', { name: 'From 7 days before' })).toBeTruthy()
})

it('says so in a browser that keeps Arabic', async () => {
  localStorage.setItem('language', 'ar-IQ')
  vi.resetModules()
  const { takeTexts } = await import('../../platform/texts.ts')
  const { usualSpans } = await import('../../kit/filters/usualSpans.ts')
  takeTexts(shippedTexts['ar-IQ'] ?? {})
  const from = { label: 'log.from', kind: 'moment', usualDays: defaultLogDays } as const
  expect(usualSpans({ from }, {}).get('from')).toBe('آخر ٧ أيام')
})

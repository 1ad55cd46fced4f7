import { defaultLogDays } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { cleanup, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerNothing } from '../../../test/anyList.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { takeTexts } from '../../platform/texts.ts'
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

it('says so in Arabic', () => {
  takeTexts(shippedTexts['ar-IQ'] ?? {})
  show(<ActionList />)
  expect(screen.getByRole('button', { name: 'من آخر 7 أيام' })).toBeTruthy()
})

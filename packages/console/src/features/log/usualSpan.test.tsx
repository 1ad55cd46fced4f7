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

it.each(logs)('says below the filters which days of the %s an empty beginning means', (_, List) => {
  show(<List />)
  expect(screen.getByLabelText('From')).toBeDefined()
  expect(
    screen.getByText(`“From” is empty: the last ${defaultLogDays} days are shown.`),
  ).toBeDefined()
})

it('says so of an end that was chosen, and nothing of a beginning that was', () => {
  const to = '2026-11-20T10:00:00.000Z'
  show(<ActionList />, { to })
  expect(screen.getByText(/the 7 days before “To” are shown/)).toBeDefined()
  cleanup()
  show(<ActionList />, { from: '2026-11-19T10:00:00.000Z', to })
  expect(screen.queryByText(/is empty/)).toBeNull()
})

it('says so in Arabic', () => {
  takeTexts(shippedTexts['ar-IQ'] ?? {})
  show(<ActionList />)
  expect(screen.getByText('حقل «من» فارغ: تظهر آخر 7 أيام.')).toBeDefined()
})

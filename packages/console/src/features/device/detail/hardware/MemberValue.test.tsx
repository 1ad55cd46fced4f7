import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show } from '../../../../../test/show.tsx'
import { MemberValue } from './MemberValue.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it.each([
  ['printer', 'NO_PAPER', 'Out of paper'],
  ['fence', 'OUT', 'Outside'],
  ['os', 'Android 13', 'Android 13'],
  ['capabilities', ['NFC', 'PRINTER'], 'NFC, PRINTER'],
  ['settings', { rev: 3, sideLoad: false, locks: ['home'] }, 'rev 3, sideLoad No, locks (home)'],
])('%s is told in words', (name, value, words) => {
  show(<MemberValue name={name} value={value} />)
  expect(screen.getByText(words)).toBeTruthy()
})

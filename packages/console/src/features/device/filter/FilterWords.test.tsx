import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { OwnWords } from './FilterWords.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  answerCalls()
})
afterEach(cleanup)

it.each([
  ['tid', 'This terminal: nothing'],
  // It may have others, which are not told.
  ['alarmKind', 'This terminal: none of these'],
  ['app', 'This terminal: none of these'],
] as const)('says of a terminal without %s: %s', (field, words) => {
  show(<OwnWords field={field} values={[]} />)
  expect(screen.getByText(words)).toBeTruthy()
})

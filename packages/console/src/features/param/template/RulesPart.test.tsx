import { emptyTemplate } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { RulesPart } from './RulesPart.tsx'
import { useDesign } from './useDesign.ts'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  answerCalls()
})
afterEach(cleanup)

function Rules() {
  const design = useDesign({ id: 't1', version: 1, content: emptyTemplate('Main'), known: [] })
  return <RulesPart design={design} />
}

it('adds a rule that says nothing, and tells what is missing until it does', async () => {
  show(<Rules />)
  await userEvent.click(screen.getByRole('button', { name: 'Add rule' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add rule' }))
  const [condition, other] = screen.getAllByLabelText('Condition')
  const [message] = screen.getAllByLabelText('Message')
  if (!condition || !other || !message) throw new Error('there are not two rules')
  expect([condition, message].map((input) => input.getAttribute('aria-invalid'))).toEqual([
    'true',
    'true',
  ])
  // Two that are empty are not the same rule.
  expect(screen.getAllByText('The condition is missing')).toHaveLength(2)
  await userEvent.type(condition, '1 == 1')
  await userEvent.type(message, 'Never so')
  expect(screen.getAllByText('The condition is missing')).toHaveLength(1)
  expect(screen.getAllByText('The message is missing')).toHaveLength(1)
})

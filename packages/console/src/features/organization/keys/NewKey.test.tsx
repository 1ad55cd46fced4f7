import { enrolmentKeys } from '@muster/contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { NewKey } from './NewKey.tsx'

const id = '01a20000-0000-7000-8000-000000000001'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

it('makes one key, however often it is pressed meanwhile', async () => {
  const server = answerCalls()
  server.reply(enrolmentKeys.add, () => ({ id, token: 'the-token' }))
  show(<NewKey organizationId={id} />)
  const field = await screen.findByLabelText(/^Terminals/)
  const press = () => fireEvent.submit(field.closest('form') as HTMLFormElement)
  press()
  press()
  await screen.findByText('the-token')
  await screen.findByText(`npm run agent -- enrol --server ${location.origin} --key the-token`)
  expect(server.of(enrolmentKeys.add)).toHaveLength(1)
})

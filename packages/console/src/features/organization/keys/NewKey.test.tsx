import { enrolmentKeys, organizationKeys } from '@muster/contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useNotices } from '../../../kit/notify.ts'
import { NewKey } from './NewKey.tsx'
import { NewOtherKey } from './NewOtherKey.tsx'

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

it('names another key that it has made', async () => {
  useNotices.setState({ list: [] })
  const server = answerCalls()
  server.reply(organizationKeys.add, () => ({ id, secret: 'the-secret' }))
  show(<NewOtherKey organizationId={id} />)
  await userEvent.type(await screen.findByLabelText(/^Alias/), 'tills')
  await userEvent.click(screen.getByRole('button', { name: 'Make a key' }))
  await screen.findByText('the-secret')
  expect(useNotices.getState().list.map(({ text }) => text)).toEqual(['tills added'])
})

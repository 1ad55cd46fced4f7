import { effectiveParams } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { FindDialog } from './FindDialog.tsx'

let server: ReturnType<typeof answerCalls>
beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(effectiveParams.search, () => ({ devices: [], next: null }))
})
afterEach(cleanup)

function Opened() {
  return <FindDialog dialog={{ ...useDialog<never>(), isOpen: true }} />
}

it('asks for nobody who has an empty value: that is not looked for', async () => {
  show(<Opened />)
  await userEvent.type(
    await screen.findByLabelText(/^Parameter/, { selector: 'input' }),
    'host{Enter}',
  )
  expect(screen.getByRole('button', { name: 'Search' })).toHaveProperty('disabled', true)
  expect(server.of(effectiveParams.search)).toEqual([])
  await userEvent.type(screen.getByLabelText(/^Value/, { selector: 'input' }), 'one{Enter}')
  await waitFor(() => expect(server.of(effectiveParams.search)).toHaveLength(1))
  expect(server.of(effectiveParams.search)[0]?.query).toMatchObject({ pid: 'host', value: 'one' })
})

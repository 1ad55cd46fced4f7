import { type Param, params } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { useSession } from '../../../kit/session.ts'
import { Button } from '../../../ui/controls.ts'
import { SyncDialog } from './SyncDialog.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const param = { id: 'p1', name: 'River', state: 'REVOKED', deviceCount: 5 } as Param

function Host() {
  const dialog = useDialog<Param>()
  return (
    <>
      <Button onClick={() => dialog.open(param)}>open</Button>
      <SyncDialog dialog={dialog} />
    </>
  )
}

async function open() {
  signInAs('all')
  useSession.setState({
    menu: [
      { frontComponent: 'PARAM_LOG', frontPath: '/param/log', subSystemUserMenuVOS: [] } as never,
    ],
  })
  answerCalls().reply(params.sync, () => ({
    states: { APPLIED: 2, PENDING: 3 },
    waits: [
      { for: 'NO_APP' as const, count: 2 },
      { for: 'OFFLINE' as const, count: 1 },
    ],
    waitsCapped: false,
    heldBy: [{ ruleId: 'r1', name: 'One currency', count: 1 }],
  }))
  show(<Host />)
  await userEvent.click(screen.getByRole('button', { name: 'open' }))
}

it.each(['3', 'One currency'])('is closed by whoever follows its link %s', async (name) => {
  await open()
  const link = await screen.findByRole('link', { name })
  await userEvent.click(link)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says why terminals wait, and how many by each reason', async () => {
  await open()
  expect(await screen.findByText('Application not installed: 2')).toBeTruthy()
  expect(screen.getByText('Terminal offline: 1')).toBeTruthy()
  expect(screen.queryByText(/Of the first/)).toBeNull()
})

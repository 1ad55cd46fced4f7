import { noticePreferences, userNotices } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { forgetSession } from '../../../kit/session.ts'
import { useDirtyCards } from '../../../kit/setting/useDirtyCards.ts'
import { NoticesTab } from './NoticesTab.tsx'

function Tab() {
  const cards = useDirtyCards()
  return <NoticesTab card="notices" onDirty={cards.tell} />
}

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  server = answerCalls()
  server.reply(userNotices.get, () => noticePreferences().parse({}))
  server.reply(userNotices.save, ({ body }) => noticePreferences().parse(body))
  signInAs([])
})

afterEach(() => {
  cleanup()
  forgetSession()
  vi.unstubAllGlobals()
})

const saved = () => server.of(userNotices.save)[0]?.body
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('keeps what one does not want to be told', async () => {
  const page = show(<Tab />)
  await userEvent.click(await screen.findByLabelText('A sign-in from a new device: By mail'))
  await userEvent.click(screen.getByLabelText('Commands of mine that failed: In the console'))
  expect(page.isDirty).toBe(true)
  await press('Save')
  await waitFor(() => expect(page.isDirty).toBe(false))
  expect(saved()).toMatchObject({
    command: { app: false },
    newSignIn: { app: true, mail: false },
    quiet: { isOn: false },
  })
})

it('asks for the quiet hours where they are wanted, by the clock of the user', async () => {
  show(<Tab />)
  await userEvent.click(await screen.findByLabelText('Quiet hours'))
  fireEvent.change(screen.getByLabelText(/^From/, { selector: 'input' }), {
    target: { value: '21:30' },
  })
  await press('Save')
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  await waitFor(() =>
    expect(saved()).toMatchObject({
      quiet: { isOn: true, from: '21:30', until: '07:00', timeZone },
    }),
  )
})

import { apps, languages } from '@muster/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerNothing } from '../../../test/anyList.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { AppForm } from './AppForm.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const still = () => undefined
const dialog = { isOpen: true, record: null, open: still, close: still }

it('says of what size pictures must be, and asks for categories and texts before it sends anything', async () => {
  signInAs('all')
  const server = answerNothing()
  show(<AppForm dialog={dialog} />)
  const icon = within(await screen.findByRole('group', { name: 'Icon' }))
  expect(icon.getByText(/^PNG, at most 512\D.*512 × 512 pixels$/)).toBeTruthy()
  const featured = within(screen.getByRole('group', { name: 'Featured picture' }))
  expect(featured.getByText(/1,024 × 500 pixels$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  for (const name of ['In a line', 'Description'])
    expect(
      within(screen.getByRole('group', { name })).getByText('Please fill this in'),
    ).toBeTruthy()
  const asked = server.asked.map(({ pathname }) => pathname)
  expect(asked).toContain(languages.list.path)
  expect(asked).not.toContain(apps.add.path)
})

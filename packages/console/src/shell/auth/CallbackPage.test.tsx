import { callback, languages } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { openSite } from '../../../test/site.ts'
import { navigate, readAddress } from '../../platform/address.ts'
import { takeTexts } from '../../platform/texts.ts'
import { CallbackPage } from './CallbackPage.tsx'
import { SignInPage } from './signIn/SignInPage.tsx'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  takeTexts(shippedTexts['en'] ?? {})
  openSite()
  server = answerCalls()
  server.reply(languages.list, () => [])
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  navigate('/')
})

async function open(page: ReactNode): Promise<void> {
  await act(async () => {
    render(<Suspense>{page}</Suspense>)
    // The languages are on their way while the page is drawn for the first time.
    await Promise.resolve()
  })
}

it('leads who was invited to a sign-in that knows the name', async () => {
  server.reply(callback.open, () => ({ purpose: 'INVITE' as const, account: 'layla h' }))
  server.reply(callback.accept, () => null)
  navigate('/callback?token=t')
  await open(<CallbackPage />)
  for (const field of await screen.findAllByLabelText(/^New password/, { selector: 'input' }))
    await userEvent.type(field, 'long enough one')
  await userEvent.click(screen.getByRole('button', { name: 'Set the password' }))
  await screen.findByText('Your account is ready. Sign in now.')
  const way = screen.getByRole('link').getAttribute('href') ?? ''
  expect(readAddress(way)).toEqual({ path: '/login', query: { user: 'layla h' } })
  cleanup()
  navigate(way.slice(1))
  await open(<SignInPage />)
  expect(await screen.findByLabelText('User name')).toHaveProperty('value', 'layla h')
})

import { challenges, codes, languages, registration } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { openSite } from '../../../test/site.ts'
import { takeTexts } from '../../platform/texts.ts'
import { RegisterPage } from './RegisterPage.tsx'

beforeEach(() => {
  takeTexts(shippedTexts['en'] ?? {})
  openSite({ registration: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says at the kind of account that the developer programme is closed', async () => {
  const server = answerCalls()
  const message = 'The developer programme takes no applications now.'
  server.reply(languages.list, () => [])
  server.reply(challenges.captcha, () => ({
    captchaId: 'c1',
    image: 'data:image/png;base64,',
    work: { challenge: 'x', bits: 1 },
    seconds: 60,
  }))
  server.refuse(
    registration.register,
    refuse(codes.badRequest, 'Wrong', { fields: [{ field: 'kind', message }] }),
  )
  await act(async () => {
    render(
      <Suspense>
        <RegisterPage />
      </Suspense>,
    )
    // The languages and the picture are on their way while the page is drawn for the first time.
    await Promise.resolve()
  })
  const fields = {
    'E-mail address': 'dev@example.org',
    'Real name': 'Layla',
    Company: 'Tigris Apps',
    'Characters of the picture': 'abcd',
  }
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Ask for the account' }))
  const kind = await screen.findByRole('combobox', { description: message })
  expect(kind.getAttribute('name')).toBe('kind')
  expect(kind.getAttribute('aria-invalid')).toBe('true')
})

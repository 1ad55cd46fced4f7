import { languages } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { openSite } from '../../../test/site.ts'
import { takeTexts } from '../../platform/texts.ts'
import { AuthPage } from './AuthPage.tsx'

beforeEach(() => {
  takeTexts(shippedTexts['en'] ?? {})
  answerCalls().reply(languages.list, () => [
    { id: '1', code: 'en', name: 'English', nativeName: 'English', direction: 'ltr' as const },
    { id: '2', code: 'ar-IQ', name: 'Arabic', nativeName: 'العربية', direction: 'rtl' as const },
  ])
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open() {
  await act(async () => {
    render(
      <Suspense>
        <AuthPage title="Door">inside</AuthPage>
      </Suspense>,
    )
    // The languages are on their way while the page is drawn for the first time.
    await Promise.resolve()
  })
  return screen.findByRole('main')
}

it('shows what the server says of its site', async () => {
  const icon = document.head.appendChild(document.createElement('link'))
  icon.rel = 'icon'
  const site = { webName: 'Tigris Bank', copyright: 'All ours' }
  openSite({
    ...site,
    logoUrl: '/media/logo.png',
    bgUrl: '/media/sky.webp',
    favicon: '/media/i.png',
  })
  const card = await open()
  expect(document.title).toBe('Tigris Bank')
  expect(icon.getAttribute('href')).toBe('/media/i.png')
  expect(screen.getByText('Tigris Bank')).toBeTruthy()
  expect(screen.getByText('All ours')).toBeTruthy()
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/media/logo.png')
  expect(card.parentElement?.style.backgroundImage).toContain('/media/sky.webp')
  icon.remove()
})

it('says the years and the name where a site has no line of its own', async () => {
  openSite()
  await open()
  const year = new Date().getFullYear()
  expect(screen.getByText(`Copyright 2015-${year} Terminal Management System`)).toBeTruthy()
})

it('offers the languages that come from the server', async () => {
  openSite()
  await open()
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(offered).toEqual(['English', 'العربية'])
})

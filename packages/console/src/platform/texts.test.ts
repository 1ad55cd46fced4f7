import { expect, it, vi } from 'vitest'
import { nameText, t, takeTexts } from './texts.ts'

it('fills placeholders and writes numbers as the language does', () => {
  takeTexts({
    'shell.copyright': 'Since {year}: {site} ({unknown})',
    'shell.login.title': '{count}',
  })
  expect(t('shell.copyright', { year: '2015', site: 'Muster' })).toBe(
    'Since 2015: Muster ({unknown})',
  )
  expect(t('shell.login.title', { count: 12430 })).toBe('12,430')
})

it('chooses the plural that the count asks for', () => {
  takeTexts({ 'shell.login.title': '{count} rows', 'shell.login.title_one': 'one row' })
  expect(t('shell.login.title', { count: 1 })).toBe('one row')
  expect(t('shell.login.title', { count: 2 })).toBe('2 rows')
})

it('shows a name that is no key as it is', () => {
  takeTexts({ 'menu.estate': 'Estate' })
  expect(nameText('menu.estate')).toBe('Estate')
  expect(nameText('My own menu')).toBe('My own menu')
})

it('writes Arabic (Iraq) with the digits and the clock of Arabic-Egypt', async () => {
  localStorage.setItem('language', 'ar-IQ')
  vi.resetModules()
  const { formatDate, formatNumber, formatTime } = await import('./format.ts')
  const plain = (text: string) => text.replace(/[\u200f\u061c]/g, '')
  expect(plain(formatNumber(12430))).toBe('١٢٬٤٣٠')
  expect(plain(formatTime(new Date(2026, 0, 2, 0, 5, 9)))).toBe('٠٠:٠٥:٠٩')
  expect(plain(formatDate(new Date(2026, 0, 2)))).toBe('٠٢/٠١/٢٠٢٦')
  localStorage.removeItem('language')
})

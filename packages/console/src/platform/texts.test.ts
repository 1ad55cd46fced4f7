import { expect, it, vi } from 'vitest'
import {
  allTexts,
  expectTexts,
  lackedTexts,
  nameText,
  t,
  takeStartTexts,
  takeTexts,
} from './texts.ts'

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
  for (const name of ['constructor', '__proto__', 'toString']) expect(nameText(name)).toBe(name)
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

it('begins with the texts of the start, and knows whether somebody missed others', async () => {
  const ask = vi.fn<() => Promise<Record<string, string>>>(() =>
    Promise.resolve({ 'vendor.title': 'Vendors', 'menu.estate': 'Estate' }),
  )
  expectTexts(ask)
  takeStartTexts({ 'menu.estate': 'Estate' })
  expect(nameText('menu.estate')).toBe('Estate')
  expect(nameText('tms.example')).toBe('tms.example')
  expect(lackedTexts()).toBe(false)
  expect(t('vendor.title')).toBe('vendor.title')
  await Promise.all([allTexts(), allTexts()])
  expect(lackedTexts()).toBe(true)
  // Late as it is, it takes nothing away.
  takeStartTexts({ 'menu.estate': 'Estate' })
  expect(t('vendor.title')).toBe('Vendors')
  await allTexts()
  expect(ask).toHaveBeenCalledOnce()
})

it('asks again for texts that did not come', async () => {
  const ask = vi.fn<() => Promise<Record<string, string>>>(() =>
    Promise.resolve({ 'vendor.title': 'Vendors' }),
  )
  ask.mockRejectedValueOnce(new Error('cut'))
  expectTexts(ask)
  await expect(allTexts()).rejects.toThrow('cut')
  await allTexts()
  expect(t('vendor.title')).toBe('Vendors')
})

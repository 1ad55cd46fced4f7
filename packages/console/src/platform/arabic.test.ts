import { beforeAll, expect, it, vi } from 'vitest'

/** The page of a browser that keeps Arabic. */
async function inArabic() {
  localStorage.setItem('language', 'ar-IQ')
  vi.resetModules()
  return { ...(await import('./format.ts')), ...(await import('./texts.ts')) }
}

let arabic: Awaited<ReturnType<typeof inArabic>>
beforeAll(async () => {
  arabic = await inArabic()
  arabic.takeRegion({ timeZone: 'Asia/Baghdad', dateFormat: 'locale' })
})

/** Marks of direction are not seen. */
const seen = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '')
const afternoon = '2026-11-20T13:05:09.000Z'

it('writes days in Arabic digits and hours by the 24-hour clock', () => {
  expect(seen(arabic.formatDateTimeSeconds(afternoon))).toBe('٢٠/١١/٢٠٢٦، ١٦:٠٥:٠٩')
  expect(seen(arabic.formatDateTime('2026-11-20T21:00:00.000Z'))).toBe('٢١/١١/٢٠٢٦، ٠٠:٠٠')
  expect(seen(arabic.formatDate(afternoon))).toBe('٢٠/١١/٢٠٢٦')
  expect(seen(arabic.formatTimeOfDay(afternoon))).toBe('١٦:٠٥')
})

it.each([
  ['YYYY-MM-DD', '٢٠٢٦-١١-٢٠', '١١-٢٠ ١٦:٠٥'],
  ['DD.MM.YYYY', '٢٠.١١.٢٠٢٦', '٢٠.١١ ١٦:٠٥'],
] as const)('writes days in the order that was chosen, %s', (dateFormat, day, moment) => {
  arabic.takeRegion({ timeZone: 'Asia/Baghdad', dateFormat })
  const bare = (text: string) => seen(text).replace(/[\u2066\u2069]/g, '')
  expect(bare(arabic.formatDate(afternoon))).toBe(day)
  expect(bare(arabic.formatDateTime(afternoon))).toBe(`${day} ١٦:٠٥`)
  expect(bare(arabic.formatMoment('2020-11-20T13:05:09.000Z'))).toBe(moment)
  arabic.takeRegion({ timeZone: 'Asia/Baghdad', dateFormat: 'locale' })
})

it('writes every kind of number in Arabic digits', () => {
  const latin = /[0-9]/
  expect(arabic.formatNumber(12_430)).toBe('١٢٬٤٣٠')
  expect(seen(arabic.formatPercent(0.48))).toBe('٤٨٪')
  expect(arabic.formatYear(2026)).toBe('٢٠٢٦')
  for (const text of [
    arabic.formatBytes(5_500_000),
    arabic.formatRelative(afternoon, Date.parse(afternoon) + 300_000),
  ])
    expect(text).not.toMatch(latin)
})

it('fills texts with Arabic digits, and leaves what is no number as it is', () => {
  arabic.takeTexts({ 'kit.total': 'الإجمالي {total}', 'device.by': 'بواسطة {name}' })
  expect(arabic.t('kit.total', { total: 200 })).toBe('الإجمالي ٢٠٠')
  expect(arabic.t('device.by', { name: 'DEMO-000012' })).toBe('بواسطة DEMO-000012')
})

it('chooses the plural form that Arabic has for a count', () => {
  arabic.takeTexts({
    'kit.removed': '{count} سجل',
    'kit.removed_two': 'سجلان',
    'kit.removed_few': '{count} سجلات',
    'kit.removed_many': '{count} سجلًا',
  })
  const removed = (count: number) => arabic.t('kit.removed', { count })
  expect([2, 3, 11, 100].map(removed)).toEqual(['سجلان', '٣ سجلات', '١١ سجلًا', '١٠٠ سجل'])
})

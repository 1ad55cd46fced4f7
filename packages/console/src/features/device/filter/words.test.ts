import {
  type Filter,
  type FilterField,
  type FilterOperator,
  filterFields,
  filterOperators,
  valuesOf,
} from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const names: Readonly<Record<string, string>> = { p1: 'P1000', p2: 'P2000', basra: 'Basra' }
const nameOf = (_field: FilterField, id: string) => names[id] ?? id
const is = (field: FilterField, op: FilterOperator, ...values: string[]): Filter => ({
  field,
  op,
  values,
})
/** Without the marks that keep names of another script to themselves. */
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069\u200e\u200f\u061c]/g, '')

/** The words as a browser of that language loads them. */
async function wordsIn(language: 'en' | 'ar-IQ') {
  vi.resetModules()
  localStorage.setItem('language', language)
  const { storage } = await import('../../../platform/storage.ts')
  storage.setItem('language', language)
  const { takeTexts } = await import('../../../platform/texts.ts')
  takeTexts(shippedTexts[language] ?? {})
  const { wordsOf } = await import('./words.ts')
  return (filter: Filter) => plain(wordsOf(filter, nameOf))
}

afterEach(() => localStorage.clear())

describe('in English', () => {
  let words: Awaited<ReturnType<typeof wordsIn>>
  beforeEach(async () => {
    words = await wordsIn('en')
  })

  it.each<[Filter, string]>([
    [
      { all: [is('modelId', 'in', 'p1', 'p2'), is('battery', 'atMost', '20')] },
      'Model is P1000 or P2000, and battery at most 20%',
    ],
    [
      { all: [is('security', 'in', 'ROOTED'), is('appVersion', 'older', 'com.bank.pay = 3.9')] },
      'Security is Rooted, and version of an application is older than com.bank.pay 3.9',
    ],
    [
      {
        any: [
          is('orgId', 'below', 'basra'),
          { all: [is('sn', 'begins', 'HU'), is('tid', 'isEmpty')] },
        ],
      },
      'Organisation is Basra or below, or (serial number begins with HU, and terminal ID is empty)',
    ],
    [
      { not: { any: [is('presence', 'in', 'NEVER'), is('freeMb', 'atMost', '500')] } },
      'Not (presence is Never seen, or free storage at most 500 MB)',
    ],
    [is('lastSeenAt', 'longerAgo', '72'), 'Last contact more than 3 days ago'],
    [is('lastSeenAt', 'within', '36'), 'Last contact within the last 36 hours'],
    [is('warrantyEnd', 'until', '2026-12-31'), 'Warranty until 12/31/2026 or earlier'],
    [is('tag', 'hasAll', 'till', 'vip'), 'Tags include till and vip'],
    [is('modelId', 'notIn', 'a', 'b', 'c', 'd', 'e'), 'Model is not a, b, c, or 2 others'],
    [is('modelId', 'in', 'a', 'b', 'c', 'd'), 'Model is a, b, c, or d'],
  ])('says %j', (filter, said) => expect(words(filter)).toBe(said))
})

describe('in Arabic', () => {
  it('says it in its own words and digits', async () => {
    const words = await wordsIn('ar-IQ')
    const said = words({
      all: [
        is('modelId', 'in', 'p1', 'p2'),
        is('battery', 'atMost', '20'),
        is('lastSeenAt', 'longerAgo', '72'),
      ],
    })
    expect(said).toBe(
      'الطراز: P1000 أو P2000، البطارية: ٢٠٪ على الأكثر، وآخر اتصال: قبل أكثر من ٣ أيام',
    )
  })
})

it.each(['en', 'ar-IQ'] as const)(
  'has words for every fact and operator in %s',
  async (language) => {
    const words = await wordsIn(language)
    const value = { record: 'p1', tree: 'p1', day: '2026-01-01', number: '5', age: '5' } as Record<
      string,
      string
    >
    for (const [field, kind] of Object.entries(filterFields))
      for (const op of filterOperators[kind]) {
        const values = valuesOf(op) === 'none' ? [] : [value[kind] ?? 'x']
        const said = words({ field: field as FilterField, op, values })
        expect(said).not.toMatch(/\b(group|filter)\.\w|\{\w+\}/)
      }
  },
)

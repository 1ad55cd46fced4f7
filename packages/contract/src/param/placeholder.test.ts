import { expect, it } from 'vitest'
import { faultOfFill, fillDeep, mostValueLength, placeholdersOf } from './placeholder.ts'

const of = (said: Readonly<Record<string, string>>) => {
  const known = new Map(Object.entries(said))
  return (key: string) => known.get(key)
}

it('fills a value by variables that name others, and escapes only once', () => {
  const known = of({ host: 'pos.${domain}', domain: 'example.com', cost: '$${domain}' })
  expect(fillDeep('https://${host}/${host} $${host} ${cost}', known)).toEqual({
    text: 'https://pos.example.com/pos.example.com ${host} ${domain}',
    unknown: [],
    isTooLong: false,
  })
})

it('leaves what nobody knows, and what leads back to itself, as it stands', () => {
  const known = of({ a: 'x${b}', b: 'y${a}', c: '${lost}!' })
  const { text, unknown, isTooLong } = fillDeep('${a} ${c} ${c}', known)
  expect(text).toBe('${a} ${lost}! ${lost}!')
  expect(unknown.toSorted()).toEqual(['a', 'b', 'lost'])
  expect(isTooLong).toBe(false)
  expect(fillDeep('${self}', of({ self: '${self}' })).unknown).toEqual(['self'])
})

it('goes ten names deep, whatever came before', () => {
  const chain = Array.from({ length: 12 }, (_, at): [string, string] => [
    `v${at}`,
    at === 0 ? 'end' : `\${v${at - 1}}`,
  ])
  const known = of(Object.fromEntries(chain))
  expect(fillDeep('${v0} ${v9}', known)).toMatchObject({ text: 'end end', unknown: [] })
  expect(fillDeep('${v0} ${v10}', known)).toMatchObject({ text: 'end ${v10}', unknown: ['v10'] })
})

it('asks for each name once', () => {
  const asked: string[] = []
  fillDeep('${a}${a}${b}', (key) => {
    asked.push(key)
    return key === 'b' ? '${a}${a}' : 'x'
  })
  expect(asked.toSorted()).toEqual(['a', 'b'])
})

it('makes no text that is longer than a value may be', () => {
  const many = of({
    v0: 'x',
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`v${at + 1}`, `\${v${at}}`.repeat(800)]),
    ),
  })
  // Put together, either of them would never come to its end.
  expect(fillDeep('${v9}', many)).toEqual({ text: '', unknown: [], isTooLong: true })
  expect(faultOfFill('${v9}', many)).toEqual({ unknown: [], isTooLong: true })
  const half = of({ half: 'x'.repeat(mostValueLength / 2) })
  expect(fillDeep('${half}${half}', half)).toMatchObject({ isTooLong: false })
  expect(fillDeep('${half}${half}!', half)).toEqual({ text: '', unknown: [], isTooLong: true })
})

it('fills ten thousand placeholders and no more, even if they come to nothing', () => {
  const known = of({ none: '', many: '${none}'.repeat(800), more: '${many}' })
  const times = (count: number) => '${none}'.repeat(count)
  expect(fillDeep(times(10_000), known)).toEqual({ text: '', unknown: [], isTooLong: false })
  expect(fillDeep(times(10_001), known)).toMatchObject({ isTooLong: true })
  expect(fillDeep(`\${more}${times(9_198)}`, known)).toMatchObject({ isTooLong: false })
  expect(fillDeep(`\${more}${times(9_199)}`, known)).toMatchObject({ isTooLong: true })
})

it('knows nothing by the names that every object has', () => {
  const text = '${constructor} ${__proto__} ${toString}'
  expect(fillDeep(text, of({}))).toMatchObject({ text, unknown: placeholdersOf(text).toReversed() })
  const own = new Map([
    ['constructor', 'a'],
    ['__proto__', 'b'],
    ['toString', 'c'],
  ])
  expect(fillDeep(text, (key) => own.get(key)).text).toBe('a b c')
})

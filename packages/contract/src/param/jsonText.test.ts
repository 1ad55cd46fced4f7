import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findByPointer,
  JsonFault,
  mergeJson,
  mostDocumentBytes,
  readDocument,
  readJson,
  writeJson,
} from './jsonText.ts'

const faultOf = (text: string) => {
  try {
    readDocument(text)
    return null
  } catch (error) {
    if (error instanceof JsonFault) return [error.key, error.from]
    throw error
  }
}

describe('a document', () => {
  it('is written as it was read, numbers by their digits and members in their order', () => {
    const text =
      '{"10":1.0,"9":12345678901234567890,"e":1E+400,"z":-0,"":{"a":[]},"__proto__":{"x":1},"constructor":null}'
    expect(writeJson(readDocument(text))).toBe(text)
    expect(writeJson(readJson(' { "a" : [ 1 , { } ] } '), true)).toBe(
      '{\n  "a": [\n    1,\n    {}\n  ]\n}',
    )
  })

  it('says what JSON.parse says of any value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        // Halves of characters, which are refused, stand escaped in what was written as JSON.
        fc.pre(!/\\ud[89a-f]/i.test(text))
        expect(JSON.parse(writeJson(readJson(text)))).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['', 'json.valueExpected', 0],
    ['[]', 'json.noObject', 0],
    ['null', 'json.noObject', 0],
    ['{"a":1,"a":2}', 'json.twice', 7],
    ['{"a":1,"\\u0061":2}', 'json.twice', 7],
    ['{"__proto__":1,"__proto__":2}', 'json.twice', 15],
    ['{"a":1} x', 'json.afterEnd', 8],
    ['{"a" 1}', 'json.colonExpected', 5],
    ['{"a":1 "b":2}', 'json.commaExpected', 7],
    ['{"a":[1 2]}', 'json.commaExpected', 8],
    ['{a:1}', 'json.nameExpected', 1],
    ['{"a":1,}', 'json.nameExpected', 7],
    ['{"a":01}', 'json.valueExpected', 5],
    ['{"a":+1}', 'json.valueExpected', 5],
    ['{"a":.5}', 'json.valueExpected', 5],
    ['{"a":NaN}', 'json.valueExpected', 5],
    ['{"a":nulls}', 'json.valueExpected', 5],
    ['{"a":"x', 'json.openText', 5],
    ['{"a":"\\x"}', 'json.badText', 5],
    ['{"a":"\n"}', 'json.badText', 5],
    ['{"a":"\\ud800"}', 'json.halfCharacter', 5],
    ['{"\\udc00":1}', 'json.halfCharacter', 1],
    [`{"a":${'9'.repeat(200)}}`, 'json.longNumber', 5],
    [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'json.tooDeep', 37],
    [`{"a":${'['.repeat(200_000)}`, 'json.tooDeep', 37],
    [`{"a":"${'x'.repeat(mostDocumentBytes)}"}`, 'json.tooLong', 0],
    [`{"a":"${'ع'.repeat(mostDocumentBytes / 2)}"}`, 'json.tooLong', 0],
  ])('is refused: %.24s', (text, key, from) => {
    expect(faultOf(text)).toEqual([key, from])
  })

  it('has no more values than can be shown', () => {
    expect(faultOf(`{"a":[${'1,'.repeat(60_000)}1]}`)?.[0]).toBe('json.tooMany')
  })
})

/** RFC 7396, section 2, over plain values. */
function naive(target: unknown, patch: unknown): unknown {
  const isObject = (one: unknown): one is Record<string, unknown> =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
  if (!isObject(patch)) return patch
  const members = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else members.set(name, naive(members.get(name), value))
  }
  return Object.fromEntries(members)
}

describe('a merge', () => {
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
    ['{"a":1}', '{"__proto__":{"isAdmin":true}}', '{"a":1,"__proto__":{"isAdmin":true}}'],
  ])('of %s with %s is %s, as RFC 7396 says', (target, patch, whole) => {
    expect(writeJson(mergeJson(readJson(target), readJson(patch)))).toBe(whole)
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })

  it('equals the naive one on random values', () => {
    const value = fc.jsonValue({ maxDepth: 4, noUnicodeString: true })
    fc.assert(
      fc.property(value, value, (target, patch) => {
        const merged = mergeJson(readJson(JSON.stringify(target)), readJson(JSON.stringify(patch)))
        expect(JSON.parse(writeJson(merged))).toEqual(
          JSON.parse(JSON.stringify(naive(target, patch))),
        )
      }),
      { numRuns: 1000 },
    )
  })
})

it('a pointer names a part, whatever the names in it hold', () => {
  const node = readJson('{"a/b":[{"m~n":7}]}')
  expect(findByPointer(node, '/a~1b/0/m~0n')).toMatchObject({ text: '7' })
  expect(findByPointer(node, '/a/b')).toBe(undefined)
  expect(findByPointer(node, '')).toBe(node)
})

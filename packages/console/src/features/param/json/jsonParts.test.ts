import { readJson, writeJson } from '@muster/contract'
import { expect, it } from 'vitest'
import { parsed, tidied, withPart } from './jsonParts.ts'

const changed = (text: string, path: readonly string[], part?: string) =>
  writeJson(withPart(readJson(text), path, part === undefined ? undefined : readJson(part)))

it('changes and takes away a part of a value, and leaves the rest as it is written', () => {
  const text = '{"a":[1.0,{"b":2e3}],"__proto__":null}'
  expect(changed(text, ['a', '1', 'b'], '"x"')).toBe('{"a":[1.0,{"b":"x"}],"__proto__":null}')
  expect(changed(text, ['a', '0'])).toBe('{"a":[{"b":2e3}],"__proto__":null}')
  expect(changed(text, ['__proto__'], '[]')).toBe('{"a":[1.0,{"b":2e3}],"__proto__":[]}')
  expect(changed(text, ['a'])).toBe('{"__proto__":null}')
  expect(changed(text, ['a', '2'], '3')).toBe('{"a":[1.0,{"b":2e3},3],"__proto__":null}')
  expect(changed(text, ['a', '1', 'c'], '[]')).toBe('{"a":[1.0,{"b":2e3,"c":[]}],"__proto__":null}')
})

it('tidies what can be read, and says where the rest cannot', () => {
  expect(tidied('{"a":1.0}')).toBe('{\n  "a": 1.0\n}')
  expect(tidied('{"a"')).toBe('{"a"')
  expect(parsed('{"a"').fault).toMatchObject({ from: 4 })
})

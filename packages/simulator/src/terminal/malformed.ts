import type { Chance } from '../chance.ts'

const badUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])

/** Messages that break the rules, each in its own way; the server must survive and tell them apart. */
const breaches: readonly [string | Buffer, ...(string | Buffer)[]] = [
  '',
  '{',
  'null',
  '[]',
  badUtf8,
  '{"v":2,"id":"x","ts":1,"type":"hb","body":{}}',
  '{"v":1,"id":"","ts":1,"type":"hb","body":{}}',
  '{"v":1,"id":"x","ts":"now","type":"hb","body":{}}',
  '{"v":1,"id":"x","ts":1,"type":"conn","body":{"s":"offline"}}',
  '{"v":1,"id":"x","ts":1,"type":"hb","body":{"bat":250}}',
  '{"v":1,"id":"x","ts":1,"type":"hb","body":{"freeMb":1e300}}',
  '{"v":1,"id":"a\\u0000b","ts":1,"type":"hb","body":{}}',
  `{"v":1,"id":"x","ts":1,"type":"hb","body":${'['.repeat(500)}${']'.repeat(500)}}`,
]

export const malformed = (chance: Chance): string | Buffer => chance.pick(breaches)

import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import {
  amount,
  digits,
  generalPassword,
  ipv4,
  jsonObject,
  mailAddress,
  mobile,
  plainName,
  port,
  url,
} from './formats.ts'

type Case = readonly [string, z.ZodMiniType, readonly unknown[], readonly unknown[]]

const cases: readonly Case[] = [
  ['a password of at least 6 characters', generalPassword(), ['123456', 'كلمة سر'], ['12345', '']],
  ['digits only', digits(), ['0', '007'], ['', '1.5', '-1', '٣', '1 2']],
  [
    'a name of Chinese letters, Latin letters or digits',
    plainName(),
    ['终端1', 'POS7'],
    ['', 'a b', 'a-b', 'جهاز'],
  ],
  [
    'an IPv4 address',
    ipv4(),
    ['0.0.0.0', '255.255.255.255'],
    ['256.1.1.1', '1.2.3', '::1', '1.2.3.4 '],
  ],
  [
    'a URL',
    url(),
    ['https://a.iq/b?c#d', 'http://[::1]:80', 'ftp://a'],
    ['a.iq', 'https://', 'javascript:alert(1)', 'http://a b'],
  ],
  ['a port from 0 to 65535', port(), [0, 65_535], [-1, 65_536, 1.5, '80']],
  [
    'a mobile number of 11 digits that starts with 1',
    mobile(),
    ['13800138000'],
    ['23800138000', '1380013800', '138001380000'],
  ],
  ['the format of e-mail', mailAddress(), ['a.b+c@d.iq'], ['a@', '@b.c', 'a b@c.d', 'a@b']],
  [
    'an amount with up to 2 decimals',
    amount(),
    ['0', '12', '12.5', '0.05'],
    ['', '.5', '1.', '1.234', '01', '-1', '1,000'],
  ],
  [
    'a valid JSON object',
    jsonObject(),
    ['{}', '{"a":[1]}'],
    ['', '[]', 'null', '1', '"a"', '{a:1}'],
  ],
]

it.each(cases)('takes %s, and nothing else', (_, schema, right, wrong) => {
  const isTaken = (value: unknown) => schema.safeParse(value).success
  expect(right.filter((value) => !isTaken(value))).toEqual([])
  expect(wrong.filter(isTaken)).toEqual([])
})

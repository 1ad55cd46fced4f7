import { expect, it } from 'vitest'
import { readProxyHeader } from './proxyHeader.ts'

const binary = (command: number, family: number, body: Buffer) =>
  Buffer.concat([
    Buffer.from('0d0a0d0a000d0a515549540a', 'hex'),
    Buffer.from([0x20 | command, family, body.length >> 8, body.length & 255]),
    body,
  ])

const four = Buffer.from([203, 0, 113, 7, 10, 0, 0, 1, 1, 2, 3, 4])
const six = Buffer.concat([
  Buffer.from('20010db8000000000000000000000007', 'hex'),
  Buffer.alloc(20),
])

it.each([
  ['version 1', Buffer.from('PROXY TCP4 203.0.113.7 10.0.0.1 258 772\r\nrest'), '203.0.113.7', 41],
  ['IPv6', Buffer.from('PROXY TCP6 2001:db8::7 ::1 1 2\r\n'), '2001:db8::7', 32],
  ['nobody known', Buffer.from('PROXY UNKNOWN\r\n'), null, 15],
  ['version 2', Buffer.concat([binary(1, 0x11, four), Buffer.from('rest')]), '203.0.113.7', 28],
  ['version 2 with more', binary(1, 0x11, Buffer.concat([four, four])), '203.0.113.7', 40],
  ['version 2, IPv6', binary(1, 0x21, six), '2001:db8::7', 52],
  ['the proxy itself', binary(0, 0, Buffer.alloc(0)), null, 16],
])('reads who is behind a proxy: %s', (_, bytes, ip, length) => {
  expect(readProxyHeader(bytes)).toEqual({ ip, length })
})

it.each([
  ['version 1', Buffer.from('PROXY TCP4 203.0.113.7 10.0.0.1 258 772\r\n')],
  ['version 2', binary(1, 0x11, four)],
])('waits for the whole of it: %s', (_, bytes) => {
  for (let end = 0; end < bytes.length; end++)
    expect(readProxyHeader(bytes.subarray(0, end))).toBe('more')
})

it.each([
  ['an MQTT packet', Buffer.from([0x10, 0x20])],
  ['an address of the other family', Buffer.from('PROXY TCP4 ::1 ::1 1 2\r\n')],
  ['a line without end', Buffer.from(`PROXY TCP4 ${'1'.repeat(120)}`)],
  ['a datagram', binary(1, 0x12, four)],
  ['another version', Buffer.concat([binary(1, 0x11, four).fill(0x31, 12, 13)])],
  ['too few bytes of address', binary(1, 0x11, four.subarray(0, 8))],
  ['a body without end', binary(1, 0x11, Buffer.alloc(4000))],
])('refuses what is none: %s', (_, bytes) => {
  expect(readProxyHeader(bytes)).toBe('wrong')
})

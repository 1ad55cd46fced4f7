import { expect, it } from 'vitest'
import { deviceName } from './deviceName.ts'

const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${like} Chrome/140.0.0.0 Safari/537.36`, 'Chrome 140 · Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge 140 · Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari 18 · macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari 18 · iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${like} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome 140 · Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143 · Linux'],
  ['curl/8.9.1', 'curl/8.9.1'],
])('names %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

import { expect, it } from 'vitest'
import { frameOrigin, mayEmbed } from './frame.rules.ts'

it.each([
  ['https://maps.site.example/board?a=1', 'https://maps.site.example'],
  ['http://grafana.local:3000/d/1', 'http://grafana.local:3000'],
  ['http://grafana.local/d/1', null],
  ['http://elsewhere.example', null],
  ['javascript:alert(1)', null],
  ['data:text/html,hello', null],
  ['not an address', null],
  [null, null],
])('embeds %s from %s', (url, origin) => {
  expect(frameOrigin(url, ['grafana.local:3000'])).toBe(origin)
})

const none = { frameOptions: null, securityPolicy: null }

it.each([
  [none, true],
  [{ ...none, frameOptions: 'DENY' }, false],
  [{ ...none, frameOptions: 'SameOrigin' }, false],
  [{ ...none, frameOptions: 'ALLOW-FROM https://tms.example' }, true],
  [{ ...none, securityPolicy: "default-src 'self'" }, true],
  [{ ...none, securityPolicy: "frame-ancestors 'none'" }, false],
  [{ ...none, securityPolicy: "script-src 'self'; frame-ancestors 'self'" }, false],
  [{ frameOptions: 'DENY', securityPolicy: 'frame-ancestors https:' }, true],
  [{ ...none, securityPolicy: 'frame-ancestors https://tms.example' }, true],
  [{ ...none, securityPolicy: 'frame-ancestors *.example' }, true],
  [{ ...none, securityPolicy: 'frame-ancestors https://*.other.example' }, false],
  [{ ...none, securityPolicy: 'frame-ancestors https://other.example' }, false],
])('a page that answers %o lets us embed it: %s', (answer, embeds) => {
  expect(mayEmbed(answer, 'https://tms.example')).toBe(embeds)
})

it.each([
  ["frame-ancestors 'none'", false],
  ["frame-ancestors 'self'", false],
  ['frame-ancestors https://a.example', true],
])('a site that does not know its origin takes %s for: %s', (securityPolicy, embeds) => {
  expect(mayEmbed({ ...none, securityPolicy }, null)).toBe(embeds)
})

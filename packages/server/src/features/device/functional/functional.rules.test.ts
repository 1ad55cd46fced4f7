import { functionalSettings } from '@muster/contract'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { faultOfSettings } from './functional.rules.ts'

const schema = z.object(functionalSettings())
const faultOf = (settings: z.input<typeof schema>) => faultOfSettings(schema.parse(settings))

const till = { ssid: 'till', security: 'OPEN' } as const

it.each([
  ['an application twice in its kiosk', { kioskApps: ['a.b', 'a.b'] }, 'kioskApps'],
  ['a network blocked twice', { wifiBlocked: ['guests', 'guests'] }, 'wifiBlocked'],
  ['a network to join and to block', { wifi: [till], wifiBlocked: ['till'] }, 'wifiBlocked'],
])('a profile has not %s', (_, settings, field) => {
  expect(faultOf(settings)).toMatchObject({ field })
})

it('a profile has what fits together', () => {
  expect(faultOf({ kioskApps: ['a.b', 'a.c'], wifi: [till], wifiBlocked: ['guests'] })).toBeNull()
})

it.each([
  { usageMinutes: 1441 },
  { logRingMb: 0 },
  { downloadsAtOnce: 4 },
  { downloadKbps: -1 },
  { kioskApps: [] },
  { kioskApps: ['no package!'] },
  { wifiBlocked: ['x'.repeat(33)] },
  { remoteControl: 'SOMETIMES' },
  { logLevel: 'LOUD' },
])('takes no %o', (settings) => {
  expect(schema.safeParse(settings).success).toBe(false)
})

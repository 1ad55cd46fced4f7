import { screenKeys } from '@muster/contract'
import { expect, it } from 'vitest'
import { features } from '../../index.ts'
import { buttonCodes, builtCalls, builtScreens } from './builtScreens.ts'
import { operatorCodes, operatorScreens } from './operatorRights.ts'

it('has every screen but the frame around all of them, and pages of others in a frame', () => {
  expect(screenKeys.filter((key) => !(key in builtScreens))).toEqual(['LAYOUT', 'IFRAME'])
})

it('knows of every call that a right opens which screen makes it', () => {
  const lineOf = ({ method, path }: (typeof builtCalls)[number]) => `${method} ${path}`
  const built = new Set(builtCalls.map(lineOf))
  const others = features
    .flatMap(({ routes }) => routes.map(({ call }) => call))
    .filter(({ permission }) => permission !== 'signedIn' && permission !== 'public')
    .filter((call) => !built.has(lineOf(call)))
  expect(others.map((call) => `${lineOf(call)} (${call.permission})`)).toEqual([])
})

it('gives operators what there is: each code is a button, each screen is built', () => {
  const buttons = new Set(screenKeys.flatMap(buttonCodes))
  expect([...operatorCodes].filter((code) => !buttons.has(code))).toEqual([])
  expect([...operatorScreens].filter((key) => !(key in builtScreens))).toEqual([])
})

it.each([
  'MQTT_TASK_ADD',
  'MQTT_TASK_CONTROL',
  'MQTT_APK_ADD',
  'MQTT_APK_CONTROL',
  'ORGANIZATION_APK_LIST',
])('lets operators work: %s', (code) => {
  expect(operatorCodes.has(code)).toBe(true)
})

it.each(['MQTT_TASK_HALT', 'MQTT_APK_FORCE', 'MQTT_APK_DOWNGRADE', 'APK_REVIEW', 'DEVICE_WIPE'])(
  'keeps %s for administrators',
  (code) => {
    expect(operatorCodes.has(code)).toBe(false)
  },
)

import { screenKeys } from '@muster/contract'
import { expect, it } from 'vitest'
import { buttonCodes, builtScreens, operatorCodes, operatorScreens } from './builtScreens.ts'

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

import type { PushKind } from '@muster/contract'
import { expect, it } from 'vitest'
import { shippedMenu } from '../../system/menu/shippedMenu.ts'
import { pushLink } from './pushLink.ts'

const pathOf = (component: string) =>
  shippedMenu.flatMap(({ pages }) => pages).find((page) => page.component === component)?.path

it.each<[PushKind, string]>([
  ['REBOOT', 'MQTT_TASK'],
  ['APP_INSTALL', 'MQTT_APK'],
  ['PARAM', 'PARAM_LOG'],
  ['UPGRADE', 'RESULT'],
])('%s leads to the screen %s, which shows it', (kind, screen) => {
  expect(pushLink(kind, 'x').split('?')[0]).toBe(pathOf(screen))
})

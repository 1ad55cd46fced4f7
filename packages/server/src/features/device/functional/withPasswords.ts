import type { Context } from '../../../kit/context.ts'
import type { Configuration, DeviceSettings, Layer } from '../settings/settings.queries.ts'
import { unseal } from './functional.queries.ts'
import type { Passwords } from './functional.rules.ts'

/** The settings as a terminal needs them: with the passwords of its networks, which nobody else is told. */
export function withPasswords(
  platform: Pick<Context['platform'], 'secrets'>,
  { configuration, layers }: DeviceSettings,
): Configuration {
  const { wifi, apns } = configuration
  if (!wifi && !apns) return configuration
  const ofWifi = passwordsBy(platform, layers, 'wifi')
  const ofApn = passwordsBy(platform, layers, 'apns')
  return {
    ...configuration,
    ...(wifi && { wifi: wifi.map((one) => withOne(one, ofWifi[`wifi:${one.ssid}`])) }),
    ...(apns && { apns: apns.map((one) => withOne(one, ofApn[`apn:${one.apn}`])) }),
  }
}

const withOne = <T extends object>(one: T, password: string | undefined): T =>
  password === undefined ? one : { ...one, password }

/** Of the profile that the list is from: passwords of others have nothing to do with it. */
function passwordsBy(
  platform: Pick<Context['platform'], 'secrets'>,
  layers: readonly Layer[],
  name: 'wifi' | 'apns',
): Passwords {
  const layer = layers.findLast(({ settings }) => settings[name] !== undefined)
  return layer?.sealed ? unseal(platform, layer.id, Buffer.from(layer.sealed, 'base64')) : {}
}

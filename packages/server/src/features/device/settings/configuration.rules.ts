import type { deviceMessages, FunctionalName } from '@muster/contract'
import type * as z from 'zod/mini'
import { setOnly } from '../../../kit/setOnly.rules.ts'
import { permittedIn } from '../lifecycle.rules.ts'

type Configuration = z.output<(typeof deviceMessages)['configuration']['body']>
/** Settings by their names, as they were kept. */
export type Values = Readonly<Partial<Record<FunctionalName, unknown>>>
type Told = Omit<Configuration, 'rev' | 'timeZone' | 'endpoints' | 'dictionaries'>

/** Of each value what the nearest one says, who comes last; heartbeats come at the usual interval where nobody does. */
export const valuesOf = (layers: readonly { readonly settings: Values }[], usual: number): Values =>
  layers.reduce<Values>((above, { settings }) => ({ ...above, ...settings }), {
    heartbeatSeconds: usual,
  })

/** What the state of a terminal's life says whatever it is set to: nothing, or to tell of itself often enough. */
export function watchedValues(lifecycle: string, { heartbeatSeconds }: Values): Values | null {
  const { watchMinutes } = permittedIn(lifecycle)
  if (watchMinutes === null) return null
  const isOften = (numberOf(heartbeatSeconds) ?? Infinity) <= watchMinutes * 60
  return {
    ...(isOften ? {} : { heartbeatSeconds: watchMinutes * 60 }),
    locationMinutes: watchMinutes,
  }
}

/** What of the settings in force a terminal acts on; passwords are not among them. */
export function configurationOf(values: Values, usual: number): Told {
  const { heartbeatSeconds, locationMinutes, infoHours, maintenance, rebootAt } = values
  const { launcher, language, wifi, apns } = values
  const after = numberOf(values.rebootWithinMinutes) ?? 0
  const minutes = numberOf(locationMinutes)
  const hours = numberOf(infoHours)
  const alarms = alarmsOf(values)
  const locks = setOnly({
    statusBar: flagOf(values.lockStatusBar),
    home: flagOf(values.lockHome),
    recents: flagOf(values.lockRecents),
  })
  return {
    heartbeatSeconds: numberOf(heartbeatSeconds) ?? usual,
    ...setOnly({
      locationSeconds: minutes === undefined ? undefined : minutes * 60,
      infoSeconds: hours === undefined ? undefined : hours * 3600,
      reboot: typeof rebootAt === 'string' ? { at: rebootAt, withinMinutes: after } : undefined,
      maintenance: isWindow(maintenance) ? maintenance : undefined,
      launcher: textOf(launcher),
      storeVisible: flagOf(values.storeVisible),
      sideLoad: flagOf(values.sideLoad),
      usbDebug: flagOf(values.usbDebug),
      language: textOf(language),
      brightness: numberOf(values.brightness),
      volume: numberOf(values.volume),
      wifi: Array.isArray(wifi) ? wifi.map(wifiOf) : undefined,
      apns: Array.isArray(apns) ? apns.map(apnOf) : undefined,
    }),
    ...(Object.keys(alarms).length > 0 && { alarms }),
    ...(Object.keys(locks).length > 0 && { locks }),
    ...policyOf(values),
  }
}

/** What a terminal may do and let be done, how it downloads, and what it tells and writes down. */
function policyOf(values: Values): Partial<Told> {
  const apps = numberOf(values.appsHours)
  const usage = numberOf(values.usageMinutes)
  const log = setOnly({ level: textOf(values.logLevel), ringMb: numberOf(values.logRingMb) })
  const downloads = setOnly({
    atOnce: numberOf(values.downloadsAtOnce),
    kbps: numberOf(values.downloadKbps),
    wifiOnly: flagOf(values.downloadWifiOnly),
    meteredMb: numberOf(values.downloadMeteredMb),
  })
  return {
    ...setOnly({
      appsSeconds: apps === undefined ? undefined : apps * 3600,
      usageSeconds: usage === undefined ? undefined : usage * 60,
      locationSource: textOf(values.locationSource),
      kiosk: textsOf(values.kioskApps),
      screenshot: flagOf(values.screenshot),
      remote: textOf(values.remoteControl),
      wifiBlocked: textsOf(values.wifiBlocked),
    }),
    ...(Object.keys(log).length > 0 && { log }),
    ...(Object.keys(downloads).length > 0 && { downloads }),
  }
}

const alarmsOf = (values: Values): NonNullable<Told['alarms']> =>
  setOnly({
    battery: numberOf(values.alarmBattery),
    storage: numberOf(values.alarmStorageMb),
    paper: flagOf(values.alarmPaper),
    tamper: flagOf(values.alarmTamper),
    root: flagOf(values.alarmRoot),
    sim: flagOf(values.alarmSim),
    crash: flagOf(values.alarmCrash),
    clock: numberOf(values.alarmClockSeconds),
  })

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
const flagOf = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : undefined)

const isWindow = (value: unknown): value is { from: string; until: string } =>
  typeof value === 'object' && value !== null && 'from' in value && 'until' in value

type Member = Readonly<Record<string, unknown>>

const wifiOf = ({ ssid, security }: Member) => ({
  ssid: String(ssid),
  security: String(security),
})

const apnOf = ({ apn, user }: Member) => ({
  apn: String(apn),
  ...(typeof user === 'string' && user !== '' && { user }),
})

import type { Configuration } from './obedience.ts'

/** What became of the trouble that somebody reported. */
interface Ticket {
  /** Null: there is none. */
  readonly no: string | null
  readonly text: string
}

interface Lock {
  readonly text: string
  readonly phone: string | null
}

/** So many of the networks it was told of one by one a terminal keeps. */
const mostNetworks = 10

/** What commands have made of a terminal, beside D-CFG. */
export class Commanded {
  lock: Lock | null = null
  timeZone: string | undefined
  language: string | undefined
  /** Package that it starts with; null: nobody has said. */
  launcher: string | null = null
  /** Names of networks, the newest last: it joins that. */
  wifi: readonly string[] = []
  apns: readonly string[] = []
  /** What stands on its screen for whoever reported trouble last. */
  ticket: Ticket | null = null

  join(ssid: string): void {
    this.wifi = [...this.wifi.filter((one) => one !== ssid), ssid].slice(-mostNetworks)
  }

  use(apn: string): void {
    this.apns = [...this.apns.filter((one) => one !== apn), apn].slice(-mostNetworks)
  }

  /** A new revision of D-CFG has the last word on what it names. */
  follow({ timeZone, language, launcher, wifi, apns }: Configuration): void {
    if (timeZone !== undefined) this.timeZone = undefined
    if (language !== undefined) this.language = undefined
    if (launcher !== undefined) this.launcher = null
    if (wifi) this.wifi = []
    if (apns) this.apns = []
  }

  /** All but the lock, or whoever has stolen it would only have to wipe it. */
  forget(): void {
    this.timeZone = undefined
    this.language = undefined
    this.launcher = null
    this.wifi = []
    this.apns = []
    this.ticket = null
  }
}

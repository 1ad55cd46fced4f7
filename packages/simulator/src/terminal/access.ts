import { type Enrolment, enrol, type FirstContact } from './enrol.ts'
import {
  type TerminalClock,
  LinkRefused,
  fetchServerInfo,
  requestPassword,
  type Credential,
  makePassword,
} from '@muster/terminal'

export interface AccessParts {
  /** Address of the broker; null: as the platform says. */
  readonly mqtt: string | null
  /** Where the platform answers HTTP; null: the terminal knows the broker only. */
  readonly platform: string | null
  readonly clock: TerminalClock
  readonly signal: AbortSignal
}

/** A credential, perhaps with a new password to keep, and what to show to the broker. */
export interface Keys {
  readonly credential: Credential
  readonly password: string
  /** Whether the broker keeps the session between two connections: one that takes a token need not. */
  readonly isLasting: boolean
}

/** Milliseconds that a password must still be good for. */
const reserve = 60_000

/** How a terminal gets in: where the broker is, and with what it connects there. */
export class Access {
  /** Address that it was set up with, or that the platform said last. */
  home: string
  readonly #parts: AccessParts
  #takesTokens = false
  #isToAsk: boolean

  constructor(parts: AccessParts) {
    if (parts.mqtt === null && parts.platform === null)
      throw new Error('a terminal needs the address of a broker or of the platform')
    this.#parts = parts
    this.home = parts.mqtt ?? ''
    this.#isToAsk = parts.platform !== null
  }

  /** Asks the platform, at first and after a failure: the broker may have moved. */
  async prepare(): Promise<void> {
    const { platform, mqtt, clock, signal } = this.#parts
    if (platform === null || !this.#isToAsk) return
    try {
      const said = await fetchServerInfo(platform, signal)
      clock.learn(said.time)
      this.#takesTokens = said.password === 'token'
      this.home = mqtt ?? said.mqtt
      this.#isToAsk = false
    } catch (error) {
      signal.throwIfAborted()
      // Who was told once tries that: brokers do without the platform's HTTP.
      if (this.home === '') throw error
    }
  }

  /** An attempt failed. */
  failed(): void {
    this.#isToAsk = this.#parts.platform !== null
  }

  /** The first contact, over HTTP where the platform is known, else with the broker. */
  enrol(contact: Omit<FirstContact, 'url' | 'platform' | 'clock' | 'signal'>): Promise<Enrolment> {
    const { platform, clock, signal } = this.#parts
    return enrol({ ...contact, url: this.home, platform, clock, signal })
  }

  /** What the broker takes as password now: a new proof, or one that the platform gave. */
  async passwordOf(sn: string, credential: Credential): Promise<Keys> {
    const { platform, clock, signal } = this.#parts
    const { pass } = credential
    if (platform !== null && pass && pass.expiresAt - reserve > clock.serverNow())
      return { credential, password: pass.password, isLasting: false }
    const proof = makePassword(sn, credential.secret, clock.serverNow())
    if (platform === null || !this.#takesTokens)
      return { credential, password: proof, isLasting: true }
    const given = await requestPassword(platform, { bearer: proof, body: { sn }, signal })
    return {
      credential: { ...credential, pass: given },
      password: given.password,
      isLasting: false,
    }
  }
}

/** The broker refused a password that was given: another one may do, and the secret is not in doubt. */
export const isPasswordExpired = (error: unknown, { pass }: Credential): boolean =>
  pass !== undefined && error instanceof LinkRefused && error.isFinal

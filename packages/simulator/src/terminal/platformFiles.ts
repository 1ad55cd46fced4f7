import type { Artifact, DownloadTicket, StoreOffer } from '@muster/contract'
import {
  type TerminalClock,
  askFromStore,
  askParams,
  askTicket,
  type Refused,
  handIn,
  type Credential,
  makePassword,
  readStore,
} from '@muster/terminal'
import { measureSpeed } from './speedTest.ts'

type Code = 'D101' | 'D103'

interface Parts {
  readonly sn: string
  readonly clock: TerminalClock
  readonly signal: AbortSignal
  /** Where the platform answers HTTP; null: the terminal knows the broker only. */
  readonly platform: string | null
  readonly credential: () => Credential | null
}

/** What a terminal fetches from the platform and hands in there, each time with a new proof of its secret. */
export class PlatformFiles {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Asks where the file of a task is. */
  async ticket({ ticket }: Artifact): Promise<DownloadTicket | Refused> {
    const { sn, signal } = this.#parts
    const way = this.#way()
    return way ? askTicket({ ...way, sn, ticket, signal }) : { code: 'D101' }
  }

  /** Fetches the values that an item told of (a part of them, for whoever has others), and answers with them what opens them. */
  async params(
    item: string,
    { have, mostBytes }: Pick<Parameters<typeof askParams>[0], 'have' | 'mostBytes'> = {},
  ): Promise<
    { bytes: Buffer; secret: string } | { size: number } | { wait: number } | { code: Code }
  > {
    const { sn, signal, credential } = this.#parts
    const way = this.#way()
    const { secret } = credential() ?? {}
    if (!way || secret === undefined) return { code: 'D101' }
    const asked = await askParams({ ...way, sn, item, have, mostBytes, signal })
    return 'bytes' in asked ? { ...asked, secret } : asked
  }

  /** What its store shows; null: it cannot be read now. */
  async readStore(): Promise<readonly StoreOffer[] | null> {
    const { sn, signal } = this.#parts
    const way = this.#way()
    return way && readStore({ ...way, sn, signal })
  }

  /** Asks for a version that somebody has chosen there; whether it is on its way now. */
  async askFromStore(version: string): Promise<boolean> {
    const { sn, signal } = this.#parts
    const way = this.#way()
    return way !== null && askFromStore({ ...way, sn, version, signal })
  }

  /** Hands in what an item asked for; null: it is there, else the code of what went wrong. */
  async handIn(item: string, bytes: Buffer): Promise<string | null> {
    const { platform } = this.#parts
    if (platform === null) return 'D101'
    return handIn({ ...this.#parts, platform, prove: () => this.#prove() ?? '', item, bytes })
  }

  /** Measures the way there; null: it knows none. */
  get measure(): (() => ReturnType<typeof measureSpeed>) | null {
    const { platform } = this.#parts
    if (platform === null) return null
    return () => measureSpeed({ ...this.#parts, platform, prove: () => this.#prove() ?? '' })
  }

  /** Null: it knows none, or has nothing to prove itself with. */
  #way(): { readonly platform: string; readonly proof: string } | null {
    const { platform } = this.#parts
    const proof = this.#prove()
    return platform === null || proof === null ? null : { platform, proof }
  }

  #prove(): string | null {
    const { sn, clock, credential } = this.#parts
    const { secret } = credential() ?? {}
    return secret === undefined ? null : makePassword(sn, secret, clock.serverNow())
  }
}

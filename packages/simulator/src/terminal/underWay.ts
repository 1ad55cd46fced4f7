/** So many that were called off before they came are known when they come. */
const remembered = 500

/** What a terminal has taken on and may still be told to leave be. */
export class UnderWay {
  readonly #off: AbortSignal
  readonly #open = new Map<string, AbortController>()
  /** What has begun, or is over. */
  readonly #passed = new Set<string>()
  /** Attempts that were called off and never came. */
  readonly #early = new Map<string, number>()

  constructor(off: AbortSignal) {
    this.#off = off
  }

  /** Takes work on: its signal ends it when it is called off, or when the terminal is switched off. */
  begin(item: string): AbortSignal {
    const own = new AbortController()
    this.#open.set(item, own)
    this.#passed.delete(item)
    return AbortSignal.any([own.signal, this.#off])
  }

  /** From now on it goes its way, whoever calls it off. */
  pass(item: string): void {
    this.#open.delete(item)
    addOf(this.#passed, item)
  }

  /** Whether it was called off before it came. */
  isCalledOff({ item, attempt }: { readonly item: string; readonly attempt: number }): boolean {
    return attempt <= (this.#early.get(item) ?? 0)
  }

  /** Answers whether the terminal knows of it. */
  callOff(item: string, attempt: number): boolean {
    const own = this.#open.get(item)
    if (!own) {
      if (this.#passed.has(item)) return true
      this.#early.delete(item)
      this.#early.set(item, attempt)
      forgetOldest(this.#early)
      return false
    }
    this.pass(item)
    own.abort()
    return true
  }
}

function addOf(known: Set<string>, item: string): void {
  known.delete(item)
  known.add(item)
  forgetOldest(known)
}

function forgetOldest(known: Set<string> | Map<string, unknown>): void {
  const [oldest] = known.keys()
  if (known.size > remembered && oldest !== undefined) known.delete(oldest)
}

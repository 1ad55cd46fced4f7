import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { acknowledgement, type DeviceEnvelope, deviceMessages } from '@muster/contract/protocol'
import {
  type BodyOf,
  type Letter,
  type Link,
  LinkRefused,
  Outbox,
  readDown,
  readServerKey,
  sendLetter,
  type TerminalClock,
  terminalClock,
} from '@muster/terminal'
import type { Config } from './config.ts'
import { readKept, writeWhole } from './disk.ts'
import { openDoor, proveWith } from './door.ts'
import { readBeat } from './facts.ts'
import { Happenings } from './happenings.ts'
import { type Identity, keepIdentity } from './identity.ts'
import { Inventory } from './inventory.ts'
import { removePart } from './leftovers.ts'
import { putBackAll } from './params.ts'
import { type Program, run } from './program.ts'
import {
  type Configuration,
  type KeptConfiguration,
  keptConfiguration,
  readConfiguration,
  settingsOf,
} from './settings.ts'
import type { Told, Tools } from './tools.ts'
import { Tracer } from './tracer.ts'
import { Voice } from './voice.ts'
import { Worker } from './worker.ts'
import { Works } from './works.ts'

const { serverTime, stateQuery } = deviceMessages

export interface AgentOptions {
  readonly config: Config
  readonly identity: Identity
  readonly agentVersion: string
  readonly log: (text: string) => void
  readonly signal: AbortSignal
}

/** Milliseconds for which a machine that is to be switched off waits until its last report is answered. */
const lastWords = 5_000
/** Milliseconds for which a goodbye waits for what is under way. */
const farewell = 2_000
/** Seconds between two attempts to connect, at first and at the longest. */
const reconnect = [1, 120] as const
/** Seconds until a letter that was not answered goes out again, at first and at the longest. */
const repeat = [10, 300] as const
/** Seconds between two reports of the place, where D-CFG leaves it to the agent. */
const usualLocationSeconds = 3600
const daySeconds = 86_400

const nothing = () => undefined
/** Nobody counts what becomes of letters. */
const nobody = { published: nothing, acknowledged: nothing, answered: nothing, fault: nothing }

/** The agent of one machine: connects, says how it is, does what it is told, and never gives up. */
export class Agent {
  readonly #options: AgentOptions
  readonly #clock: TerminalClock = terminalClock(0)
  readonly #works: Works
  readonly #voice: Voice
  readonly #outbox: Outbox
  readonly #worker: Worker
  readonly #keptAt: string
  readonly #happenings: Happenings
  /** D-CFG in force, and when it was written. */
  #kept: KeptConfiguration
  #identity: Identity
  #link: Link | null = null
  /** How many times another address was turned to. */
  #turns = 0
  #isActive = false
  #timer: NodeJS.Timeout | undefined
  /** Seconds since it last said each. */
  readonly #since = { loc: 0, info: 0, apps: 0 }

  constructor(options: AgentOptions) {
    this.#options = options
    this.#identity = options.identity
    const { config, identity } = options
    putBackAll(config.params)
    this.#keptAt = join(config.state, 'configuration.json')
    this.#happenings = new Happenings(config.state)
    const { heartbeatSeconds } = identity
    this.#kept = readKept(this.#keptAt, keptConfiguration) ?? {
      ts: 0,
      told: { rev: 0, heartbeatSeconds },
    }
    const clock = this.#clock
    const inventory = new Inventory(config.state)
    this.#works = new Works(config.state, (work) => removePart(work, config.files))
    const told = () => this.#configuration
    this.#voice = new Voice({ ...options, clock, inventory, configuration: told })
    this.#outbox = new Outbox({
      sn: identity.sn,
      observer: nobody,
      chance: { between: ([from, to]) => from + Math.random() * (to - from) },
      repeat,
      // What must not be lost is kept with the work that it tells of.
      store: null,
      settled: ({ envelope }) => this.#guard(() => this.#settled(envelope)),
    })
    const tools = this.#toolsWith(inventory)
    this.#worker = new Worker({
      tools,
      works: this.#works,
      write: (work, said) => this.#voice.report(work, said),
      post: (letter) => this.#outbox.post(letter),
    })
  }

  #toolsWith(inventory: Inventory): Tools {
    const { identity, log, signal } = this.#options
    const clock = this.#clock
    const { logs } = this.#options.config
    const here = () => this.#here()
    const send = (piece: BodyOf<'log'>) => this.#send(this.#voice.piece(piece))
    const tracer = new Tracer({ logs, signal, log, send })
    return {
      // Whatever is fetched is fetched from where it is connected.
      get config() {
        return here()
      },
      sn: identity.sn,
      secret: identity.secret,
      clock,
      inventory,
      prove: proveWith({ identity, clock }),
      tell: (kind) => this.#tell(kind),
      leave: (why) => this.#leave(why),
      switchOff: (program) => void this.#switchOff(program),
      log,
      trace: (cmd, item, args) => tracer.obey(cmd, item, args),
      signal,
      downloads: () => this.#configuration.downloads ?? {},
      timeZone: () =>
        this.#configuration.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
  }

  get #configuration(): Configuration {
    return this.#kept.told
  }

  /** The settings, with the address that it is at among those that there are. */
  #here(): Config {
    const { config } = this.#options
    const all = [config.server, ...config.others]
    return { ...config, server: all[this.#turns % all.length] ?? config.server }
  }

  /** Runs until the signal ends it. */
  async run(): Promise<void> {
    const { signal, log } = this.#options
    let tries = 0
    let isResumed = false
    const isOver = () => signal.aborted
    while (!isOver()) {
      try {
        const link = await this.#connect()
        tries = 0
        // Expiry is judged by the platform's clock, which it knows now.
        if (!isResumed) this.#worker.resume()
        isResumed = true
        await link.closed
        log('the connection is over')
      } catch (error) {
        if (!isOver()) log(sentenceOf(error))
        // One that does not let it in may be down: the others are the same platform.
        this.#turns += 1
      }
      this.#away()
      tries += 1
      const [least, most] = reconnect
      const longest = Math.min(most, least * 2 ** Math.min(tries, 7))
      // Full jitter: an estate that lost its network does not come back as one.
      const wait = Math.random() * longest * 1000
      await sleep(wait, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Says goodbye. */
  async stop(): Promise<void> {
    await this.#leave('stop')
  }

  async #connect(): Promise<Link> {
    const { signal, log } = this.#options
    const config = this.#here()
    const voice = this.#voice
    const parts = { config, identity: this.#identity, clock: this.#clock, signal }
    const key = readServerKey(this.#identity.serverKey)
    const link = await openDoor(parts, voice.connection('offline', 'lwt'), (payload) => {
      const reading = readDown(payload, this.#identity.sn, key)
      // An answer would only help whoever forged it.
      if ('message' in reading) this.#guard(() => this.#take(reading.message))
    })
    this.#link = link
    log(`connected to ${config.server}${config.poll ? ' by polls' : ''}`)
    void this.#send(voice.connection('online'))
    this.#outbox.use(link)
    if (!this.#isActive) this.#outbox.post(voice.activation(this.#identity.code))
    for (const kind of ['info', 'net', 'apps', 'loc', 'hb'] as const) this.#tell(kind)
    this.#beatLater([0.1, 1])
    return link
  }

  #away(): void {
    clearTimeout(this.#timer)
    this.#outbox.use(null)
    this.#link = null
  }

  /** Whoever is off tells nothing: what has ended is told before, as long as somebody listens. */
  async #switchOff(program: Program): Promise<void> {
    const end = performance.now() + lastWords
    do await sleep(100)
    while (this.#works.unsettled().length > 0 && performance.now() < end)
    await this.#leave('off')
    const { code, output } = await run(program, {})
    if (code !== 0) this.#options.log(`the machine cannot be switched off: ${output}`)
  }

  async #leave(why: 'stop' | 'reboot' | 'off'): Promise<void> {
    const link = this.#link
    if (!link) return
    void this.#send(this.#voice.connection('offline', why))
    await link.leave(farewell)
  }

  /** Sends once: of presence and beats only the newest counts. Answers whether it got there. */
  async #send(letter: Letter): Promise<boolean> {
    const link = this.#link
    if (!link) return false
    return sendLetter(letter, { link, sn: this.#identity.sn, observer: nobody })
  }

  #tell(kind: Told): void {
    const voice = this.#voice
    if (kind !== 'hb' && kind !== 'net') this.#since[kind] = 0
    if (kind === 'hb') return this.#tellBeat()
    const letter = {
      info: () => voice.information(),
      net: () => voice.network(),
      apps: () => voice.apps(),
      loc: () => (this.#configuration.locationSeconds === 0 ? null : voice.location()),
    }[kind]()
    if (letter) this.#outbox.post(letter)
  }

  /** The heartbeat, and what has happened since the one before. */
  #tellBeat(): void {
    const { system: root, state } = this.#options.config
    const beat = readBeat({ root, state })
    void this.#send(this.#voice.beat(beat))
    const levels = { beat, skewSeconds: this.#clock.skewSeconds(), at: this.#clock.now() }
    for (const event of this.#happenings.next(levels, this.#configuration.alarms))
      this.#outbox.post(this.#voice.event(event))
  }

  #beatLater([from, to]: readonly [number, number]): void {
    clearTimeout(this.#timer)
    const { heartbeatSeconds } = this.#configuration
    const seconds = heartbeatSeconds * (from + Math.random() * (to - from))
    this.#timer = setTimeout(() => this.#beat(seconds), seconds * 1000)
  }

  #beat(seconds: number): void {
    const { locationSeconds = usualLocationSeconds, infoSeconds = daySeconds } = this.#configuration
    const { appsSeconds = daySeconds } = this.#configuration
    const since = this.#since
    for (const kind of ['loc', 'info', 'apps'] as const) since[kind] += seconds
    this.#tell('hb')
    if (locationSeconds > 0 && since.loc >= locationSeconds) this.#tell('loc')
    if (since.info >= infoSeconds) this.#tell('info')
    if (since.apps >= appsSeconds) this.#tell('apps')
    this.#beatLater([0.9, 1.1])
  }

  /** What cannot be written down ends nothing: the platform says it again until it is answered. */
  #guard(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#options.log(`what was said cannot be kept: ${sentenceOf(error)}`)
    }
  }

  /** Acts on a message whose signature was proved. */
  #take(message: DeviceEnvelope): void {
    const worker = this.#worker
    switch (message.type) {
      case 'cmd':
      case 'task':
        return void worker.take(message.type, message)
      case 'cancel':
        return void worker.callOff(message)
      case 'cfg':
        return this.#configure(message)
      case 'time': {
        const { data } = serverTime.body.safeParse(message.body)
        if (!data || !this.#clock.learnTold(data.now)) return
        return this.#outbox.expectAnswers(data.acks ?? false)
      }
      case 'ack': {
        const { data } = acknowledgement.body.safeParse(message.body)
        this.#outbox.answered(data?.kept ?? [])
        return this.#outbox.refused(data?.refused ?? [])
      }
      case 'ask':
        return worker.tellAgain(stateQuery.body.safeParse(message.body).data?.items ?? [])
    }
  }

  #configure(message: DeviceEnvelope): void {
    const before = this.#configuration
    const next = readConfiguration(message, this.#kept)
    if (!next) return
    const { told } = (this.#kept = next)
    if (JSON.stringify(told) === JSON.stringify(before)) return
    // After a restart it is told anew where the disk does not have it.
    this.#guard(() => writeWhole(this.#keptAt, JSON.stringify(this.#kept)))
    this.#beatLater([0, 0.1])
    // What it cannot do it says of each revision.
    if (told.rev !== before.rev && settingsOf(told).refused.length > 0) this.#tell('info')
  }

  #settled({ id, type, body }: DeviceEnvelope): void {
    if (type === 'evt') this.#happenings.settle(body)
    if (type === 'task') this.#works.settle(id)
    if (type !== 'act') return
    this.#isActive = true
    if (this.#identity.code === undefined) return
    const { code: _, ...identity } = this.#identity
    this.#identity = identity
    keepIdentity(this.#options.config.state, identity)
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof LinkRefused)
    return error.isFinal
      ? 'the platform refuses this machine: was it removed there, or enrolled again elsewhere? Trying on.'
      : 'the platform is busy, trying again'
  return `no connection: ${error instanceof Error ? error.message : String(error)}`
}

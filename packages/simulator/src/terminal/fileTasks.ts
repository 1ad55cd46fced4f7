import { X509Certificate } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Artifact } from '@muster/contract'
import { chanceOf } from '../chance.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { CommandReport } from './commandHandler.ts'
import type { Done } from './done.ts'
import { FileDownload } from './download.ts'
import type { DownloadGate } from './downloadGate.ts'
import type { Machine } from './machine.ts'
import type { PlatformFiles } from './platformFiles.ts'
import type { TerminalLog, Wanted } from './terminalLog.ts'

interface Parts {
  readonly machine: Machine
  readonly scenario: Scenario
  readonly seed: string
  readonly signal: AbortSignal
  readonly files: PlatformFiles
  readonly gate: DownloadGate
  readonly log: TerminalLog
  /** The picture of its screen as it is now. */
  readonly takePicture: () => Buffer
  readonly reachable: () => Promise<void>
  readonly isReachable: () => boolean
}

/** A file that a terminal was given. Its bytes are thrown away: a fleet has no room for them. */
export interface GivenFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** Larger ones are no certificates. */
const mostCertificateBytes = 65_536

/** It shows no larger pictures. */
const mostPictureBytes = 1_048_576

/** What commands do with files. */
export class FileTasks {
  readonly #parts: Parts
  readonly #given = new Map<string, GivenFile>()
  /** Whom certificates name, by their fingerprints. */
  readonly #trusted = new Map<string, string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether bytes may come over the network that it is on now. */
  get mayDownload(): boolean {
    return this.#parts.gate.isOpen
  }

  /** The file under a path; null: there is none. */
  given(path: string): GivenFile | null {
    return this.#given.get(path) ?? null
  }

  /** All that it was given and has written down is gone. */
  wipe(): void {
    this.#given.clear()
    this.#trusted.clear()
    this.#parts.log.forget()
  }

  /** Fetches a certificate, and trusts whom it names from then on. */
  async trust({ command, say }: CommandReport): Promise<Done> {
    const { artifact } = command
    if (!artifact || artifact.size > mostCertificateBytes) return { code: 'C403' }
    const bytes = Buffer.alloc(artifact.size)
    say('RUNNING', { step: 'DOWNLOADING', pct: 0, bytes: 0 })
    const code = await this.#download(artifact, { command, say }, bytes)
    if (code !== null) return { code }
    const read = readCertificate(bytes)
    if (!read) return { code: 'C403' }
    const { subject, fingerprint256: fingerprint, validToDate } = read
    this.#trusted.set(fingerprint, subject)
    return { result: { subject, fingerprint, expires: validToDate.toISOString() } }
  }

  /** Fetches the picture of a message; answers the code where that fails. */
  async fetchPicture(how: CommandReport): Promise<string | null> {
    const { artifact } = how.command
    return artifact && artifact.size <= mostPictureBytes ? this.#download(artifact, how) : 'C403'
  }

  /** Whether it trusts the authority of this fingerprint. */
  trusts(fingerprint: string): boolean {
    return this.#trusted.has(fingerprint)
  }

  /** Fetches a file, compares it with its hash, and keeps it in place of what was there. */
  async put(path: string, { command, say }: CommandReport): Promise<Done> {
    const { artifact } = command
    if (!artifact) return { code: 'C403' }
    const { size, sha256, name } = artifact
    if (!this.#hasRoom(size)) return { code: 'D107' }
    say('RUNNING', { step: 'DOWNLOADING', pct: 0, bytes: 0 })
    const code = await this.#download(artifact, { command, say })
    if (code !== null) return { code }
    say('RUNNING', { step: 'VERIFIED', pct: 100, bytes: size })
    this.#given.set(path, { name, bytes: size, sha256 })
    return { result: { path, bytes: size } }
  }

  /** Hands in what it has written down; of too much of it the newest. */
  async handInLog(wanted: Wanted & { readonly maxMB: number }, how: CommandReport): Promise<Done> {
    const { machine, log } = this.#parts
    const { sn, model } = machine.identity
    const head = `# ${sn} ${model} ${machine.firmware}, agent ${machine.agentVersion}`
    const lines = [...log.lines(wanted)]
    const pack = () => gzipSync(`${[head, ...lines].join('\n')}\n`)
    let packed = pack()
    while (packed.length > wanted.maxMB * 1_048_576 && lines.length > 0) {
      lines.splice(0, Math.ceil(lines.length / 2))
      packed = pack()
    }
    return this.#handIn(packed, how, { lines: lines.length })
  }

  /** Hands in a picture of its screen. */
  async handInScreen(how: CommandReport): Promise<Done> {
    return this.#handIn(this.#parts.takePicture(), how, {})
  }

  async #handIn(bytes: Buffer, { command }: CommandReport, found: object): Promise<Done> {
    const code = await this.#parts.files.handIn(command.item, bytes)
    return code === null ? { result: { bytes: bytes.length, ...found } } : { code }
  }

  #hasRoom(bytes: number): boolean {
    const { freeMb = 0 } = this.#parts.machine.heartbeat()
    return freeMb * 1_048_576 >= 2 * bytes
  }

  #download(
    artifact: Artifact,
    { command, say }: CommandReport,
    into?: Buffer,
  ): Promise<string | null> {
    const { files, gate, machine, scenario, seed, signal, reachable, isReachable } = this.#parts
    const download = new FileDownload({
      signal,
      reachable,
      isReachable,
      gate,
      into,
      artifact,
      installs: scenario.installs,
      chance: chanceOf(seed, machine.identity.sn, 'file', command.item),
      ticket: () => files.ticket(artifact),
      progress: (bytes, kbps) => {
        const pct = Math.floor((100 * bytes) / artifact.size)
        say('RUNNING', { step: 'DOWNLOADING', pct, bytes, kbps })
      },
    })
    return download.run()
  }
}

function readCertificate(bytes: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(bytes)
  } catch {
    return null
  }
}

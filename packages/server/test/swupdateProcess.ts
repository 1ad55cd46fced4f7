import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { debianProgram } from './debianProgram.ts'
import type { Signer } from './swuPackage.ts'

export interface SwupdateWishes {
  readonly folder: string
  /** Address of the platform, without a path. */
  readonly server: string
  readonly sn: string
  /** `-k …` or `-g …`. */
  readonly token: readonly [string, string]
  readonly signer: Signer
  /** What it says of the upgrade before it was started: `2` it runs well, `3` it does not. */
  readonly confirms?: '2' | '3'
  /** Bytes a second that it fetches at most, `100k`. */
  readonly speed?: string
}

/** Debian's SWUpdate as a daemon that asks the platform, without any hardware. */
export class Swupdate {
  readonly #child: ChildProcess
  #said = ''

  constructor(wishes: SwupdateWishes) {
    const { folder, server, sn, token, signer, confirms, speed } = wishes
    const own = join(folder, sn)
    mkdirSync(own, { recursive: true })
    const daemon = ['-t', 'main', '-u', server, '-i', sn, '-p', '1', '-r', '5', '-w', '1'].concat(
      token,
      confirms ? ['-c', confirms] : [],
      speed ? ['-n', speed] : [],
    )
    const words = ['-v', '-k', signer.certificate, '-H', 'test:1.0', '-u', daemon.join(' ')]
    // Its sockets and what it unpacks lie in a folder of its own.
    this.#child = spawn(debianProgram('swupdate'), words, {
      env: { ...process.env, TMPDIR: own },
      detached: true,
    })
    const hear = (text: Buffer) => (this.#said = `${this.#said}${text.toString()}`.slice(-200_000))
    this.#child.stdout?.on('data', hear)
    this.#child.stderr?.on('data', hear)
  }

  said(): string {
    return this.#said
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** As if the power were cut: its processes know nothing of it. */
  async kill(): Promise<void> {
    const { pid } = this.#child
    if (!this.isRunning || pid === undefined) return
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    process.kill(-pid, 'SIGKILL')
    await ended
  }
}

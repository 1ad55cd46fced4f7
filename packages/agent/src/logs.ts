import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import {
  type CommandRequest,
  type LogKind,
  mostLogLines,
  mostUnpackedLog,
} from '@muster/contract/protocol'
import type { Config, LogSource } from './config.ts'
import { run } from './program.ts'

export type Wanted = Extract<CommandRequest, { cmd: 'LOG_PULL' }>['args']

/** Bytes of one kind before they are packed; of more the newest. */
const mostBytes = 32 * 1_048_576

/** What the machine has written down, as one packed text; of too much the newest. */
export async function packLogs(logs: Config['logs'], wanted: Wanted): Promise<Buffer> {
  const found: string[][] = []
  for (const kind of wanted.types) {
    const source = logs[kind]
    if (source) found.push(await linesOf(kind, source, wanted))
  }
  const lines = found.flat()
  if (lines.length === 0) lines.push('# nothing is set up for these kinds of logs')
  leaveOut(lines, wanted.maxMB)
  const pack = () => gzipSync(`${lines.join('\n')}\n`)
  let packed = pack()
  while (packed.length > wanted.maxMB * 1_048_576 && lines.length > 1) {
    lines.splice(0, Math.ceil(lines.length / 2))
    packed = pack()
  }
  return packed
}

/** Leaves out the oldest lines of more than the platform unpacks, however small they become. */
function leaveOut(lines: string[], maxMB: number): void {
  const least = Math.max(0, lines.length - mostLogLines)
  let first = lines.length
  for (let bytes = 0; first > least; first -= 1) {
    bytes += Buffer.byteLength(lines[first - 1] ?? '') + 1
    if (bytes > mostUnpackedLog(maxMB)) break
  }
  lines.splice(0, first)
}

async function linesOf(kind: LogKind, source: LogSource, wanted: Wanted): Promise<string[]> {
  if ('files' in source)
    return source.files.flatMap((path) => [`# ${kind} ${path}`, ...textLines(tailOf(path))])
  const from = wanted.from ?? '1970-01-01T00:00:00Z'
  const to = wanted.to ?? new Date().toISOString()
  const { code, output } = await run(source, { from: spoken(from), to: spoken(to) }, mostBytes)
  const end = code === 0 ? [] : [`# ${source.run[0]} ended with ${code ?? 'no code'}`]
  return [`# ${kind} ${source.run[0]}`, ...textLines(output), ...end]
}

/** As journalctl reads it. */
const spoken = (moment: string): string =>
  new Date(moment)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')

/** Text as the platform takes it: no NUL. */
const textLines = (text: string): string[] => text.replaceAll('\0', '').trimEnd().split('\n')

function tailOf(path: string): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return '# there is no such file'
  const bytes = Buffer.alloc(Math.min(size, mostBytes))
  const file = openSync(path, 'r')
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, size - bytes.length)).toString()
  } finally {
    closeSync(file)
  }
}

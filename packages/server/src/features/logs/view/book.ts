import { randomUUID } from 'node:crypto'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, zstdCompress, zstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import type { Platform } from '../../../kit/context.ts'
import { contentsOf } from '../../../platform/contents.ts'
import { writingTo } from '../../../platform/diskFull.ts'
import { LineReader } from '../../../platform/lineReader.ts'
import { bookFolder } from '../../file/index.ts'

/**
 * A log that can be opened at any line: its text in blocks of whole lines, each packed by itself, and
 * where each block begins. It is made once of a packed log, however large that is, and thrown away
 * when others need the room.
 */
export interface Book {
  readonly total: number
  readonly bytes: number
  /** The first line of each block. */
  readonly starts: readonly number[]
  /** The blocks from the one on in which a line stands, one after the other. */
  blocksFrom(line: number): AsyncGenerator<Block>
}

interface Block {
  /** The number of its first line. */
  readonly first: number
  /** Its lines, with newlines between. */
  readonly text: string
}

/** Bytes of text from which on a block is closed. */
const blockBytes = 256 * 1024
/** Bytes of all books together: the ones that nobody has opened for longest go. */
const mostBytes = 2 * 1024 ** 3
/** Books that are made at the same time by one process. */
const mostMade = 2

const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)

const index = z.object({
  total: z.int(),
  bytes: z.int(),
  /** Where each block begins in the file, its bytes there, and its first line. */
  blocks: z.array(z.tuple([z.int(), z.int(), z.int()])),
})
type Index = z.output<typeof index>

type Store = Pick<Platform, 'env' | 'pool' | 'bucket' | 'log' | 'now'>

const folderOf = ({ env }: Store): string => bookFolder(env.dataFolder)

const making = new Map<string, Promise<Index>>()
const turns: (() => void)[] = []
let made = 0

/** The book of a packed log; it is made where there is none yet. */
export async function openBook(store: Store, sha256: Buffer): Promise<Book> {
  const name = sha256.toString('hex')
  const path = join(folderOf(store), name)
  const found = (await readIndex(path)) ?? (await makeOnce(store, sha256, path))
  const now = store.now()
  await utimes(`${path}.json`, now, now).catch(() => undefined)
  return bookOf(path, found)
}

async function readIndex(path: string): Promise<Index | null> {
  const text = await readFile(`${path}.json`, 'utf8').catch(() => '')
  // Where the power went while it was written there may be half of it, or nothing: it is made anew.
  return index.safeParse(parsed(text)).data ?? null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Who asks while it is being made waits for the same. */
function makeOnce(store: Store, sha256: Buffer, path: string): Promise<Index> {
  const known = making.get(path)
  if (known) return known
  const work = inTurn(() => make(store, sha256, path)).finally(() => making.delete(path))
  making.set(path, work)
  return work
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (made >= mostMade) await new Promise<void>((go) => turns.push(go))
  made += 1
  try {
    return await work()
  } finally {
    made -= 1
    turns.shift()?.()
  }
}

async function make(store: Store, sha256: Buffer, path: string): Promise<Index> {
  await mkdir(folderOf(store), { recursive: true })
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'w', 0o640)
  try {
    const found = await writingTo(
      draft,
      contentsOf(store)
        .open(sha256)
        .then((packed) => write(file, packed)),
    )
    await file.close()
    await rename(draft, path)
    await writeFile(`${draft}.json`, JSON.stringify(found), { mode: 0o640 })
    await rename(`${draft}.json`, `${path}.json`)
    await makeRoom(folderOf(store))
    return found
  } finally {
    await file.close().catch(() => undefined)
    await rm(draft, { force: true })
  }
}

/** Unpacks a log, and packs it anew block by block; no more than a block of it is in memory. */
async function write(file: FileHandle, packed: NodeJS.ReadableStream): Promise<Index> {
  const found: { total: number; bytes: number; blocks: [number, number, number][] } = {
    total: 0,
    bytes: 0,
    blocks: [],
  }
  let lines: Buffer[] = []
  let size = 0
  let end = 0
  const newline = Buffer.from('\n')
  const reader = new LineReader((line) => {
    lines.push(line, newline)
    size += line.length + 1
  })
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return
    const block = await pack(Buffer.concat(lines))
    found.blocks.push([end, block.length, found.total])
    found.total += lines.length / 2
    lines = []
    size = 0
    await file.write(block)
    end += block.length
  }
  const sink = new Writable({
    write(part: Buffer, _, done) {
      found.bytes += part.length
      reader.push(part)
      if (size < blockBytes) done()
      else flush().then(() => done(), done)
    },
    final(done) {
      reader.finish()
      flush().then(() => done(), done)
    },
  })
  await pipeline(packed, createGunzip({ chunkSize: 128 * 1024 }), sink)
  return found
}

function bookOf(path: string, { total, bytes, blocks }: Index): Book {
  return {
    total,
    bytes,
    starts: blocks.map(([, , first]) => first),
    async *blocksFrom(line) {
      const from = blocks.findLastIndex(([, , first]) => first <= line)
      if (from === -1) return
      const file = await open(path)
      try {
        for (const [at, length, first] of blocks.slice(from)) {
          const packed = Buffer.alloc(length)
          await file.read(packed, 0, length, at)
          const text = (await unpack(packed)).toString()
          yield { first, text: text.slice(0, -1) }
        }
      } finally {
        await file.close()
      }
    },
  }
}

/** Throws the oldest books away until the others have room. */
async function makeRoom(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
  const books = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name.slice(0, -'.json'.length))
      const found = await Promise.all([stat(path), stat(`${path}.json`)]).catch(() => null)
      if (!found) return []
      const [text, used] = found
      return [{ path, bytes: text.size + used.size, at: used.mtimeMs }]
    }),
  )
  let bytes = 0
  for (const { path, bytes: own } of books.flat().toSorted((a, b) => b.at - a.at)) {
    bytes += own
    if (bytes <= mostBytes) continue
    await rm(`${path}.json`, { force: true })
    await rm(path, { force: true })
  }
}

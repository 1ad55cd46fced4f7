import { readLogTime } from '@muster/contract'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentPath } from '../../../platform/fileStore.ts'
import { isSmallPattern } from '../../../platform/pattern.ts'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { dropContent } from '../../file/index.ts'
import { openBook } from './book.ts'
import { lineAtTime } from './lineAtTime.ts'
import { linesIn, searchIn, tallyIn } from './readBook.ts'

let app: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-books-'))
  app = await startTestApp({ now: () => new Date() }, { MUSTER_DATA: folder })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** Keeps a packed text as a content of the store; its hash. */
async function keep(text: string | Buffer): Promise<Buffer> {
  const packed = gzipSync(text)
  const sha256 = createHash('sha256').update(packed).digest()
  const path = contentPath(folder, sha256)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, packed)
  return sha256
}

const lineOf = (n: number) =>
  `2026-11-26 10:02:46.${String(n % 1000).padStart(3, '0')}  1180  1193 ${'DIWE'[n % 4]} Till: line ${n} ${'x'.repeat(n % 50)}`

/** So many lines come to some megabytes, which are several blocks. */
const count = 60_000

const search = { text: '', isPattern: false, from: 0 } as const

describe('a log of many blocks', () => {
  let sha256: Buffer
  beforeAll(async () => {
    sha256 = await keep(Array.from({ length: count }, (_, n) => `${lineOf(n)}\n`).join(''))
  })
  const book = () => openBook(app.platform, sha256)

  it('opens at a time', async () => {
    const second = 100
    const lines = Array.from({ length: count }, (_, n) => {
      const at = new Date(Date.UTC(2026, 11, 31, 22) + Math.floor(n / second) * 20_000)
      // A trace of calls says no time.
      return n % 7 === 3
        ? '    at com.bank.Till'
        : `${at.toISOString().slice(5, 19).replace('T', ' ')}.000 1 2 I Till: ${n}`
    })
    const opened = await openBook(app.platform, await keep(lines.join('\n')))
    expect(opened.starts.length).toBeGreaterThan(5)
    const lineAt = async (time: string) => {
      const wanted = readLogTime(time)
      return wanted && lineAtTime(opened, wanted)
    }
    const naive = (from: string) => lines.findIndex((line) => line.startsWith(from))
    expect(await lineAt('22:00')).toBe(0)
    expect(await lineAt('12-31 10:00')).toBe(0)
    for (const time of ['12-31 22:07:20', '12-31 23:59:40', '01-01 00:00:20', '01-01 01:12:00'])
      expect({ time, line: await lineAt(time) }).toEqual({ time, line: naive(time) })
    expect(await lineAt('23:30')).toBe(naive('12-31 23:30:00'))
    expect(await lineAt('00:30')).toBe(naive('01-01 00:30:00'))
    expect(await lineAt('01-02 00:00')).toBeNull()
    const silent = await openBook(app.platform, await keep('no time\n'.repeat(10)))
    expect(await lineAtTime(silent, { month: null, day: null, time: 0 })).toBeNull()
  })

  it('opens at any line', async () => {
    const opened = await book()
    expect(opened.total).toBe(count)
    for (const from of [0, 1, 2999, 31_234, count - 2]) {
      const lines = await linesIn(opened, { from, count: 3 })
      const expected = [from, from + 1, from + 2].filter((n) => n < count).map(lineOf)
      expect(lines).toEqual(expected)
    }
    expect(await linesIn(opened, { from: count + 10, count: 3 })).toEqual([])
    const across = await linesIn(opened, { from: 2500, count: 1000 })
    expect(across).toEqual(Array.from({ length: 1000 }, (_, n) => lineOf(2500 + n)))
  })

  it('is made once, however many ask for it at a time', async () => {
    await rm(join(folder, 'books'), { recursive: true, force: true })
    await Promise.all([book(), book(), book()])
    expect((await readdir(join(folder, 'books'))).toSorted()).toEqual(
      [sha256.toString('hex'), `${sha256.toString('hex')}.json`].toSorted(),
    )
  })

  it('is looked through by text, pattern and level, from where somebody was', async () => {
    const opened = await book()
    // No moment passes: a busy machine may take longer than one answer may.
    const look = (more: object) => searchIn(opened, { ...search, ...more }, () => 0)
    const text = await look({ text: 'LINE 41999 ' })
    expect(text).toEqual({ hits: [{ line: 41_999, text: lineOf(41_999) }], next: null })
    const pattern = await look({ text: 'line 1234[0-2] ', isPattern: true })
    expect(pattern.hits.map(({ line }) => line)).toEqual([12_340, 12_341, 12_342])
    const grave = await look({ text: 'line 5000', level: 'ERROR' })
    expect(grave.hits.map(({ line }) => line)).toEqual([50_003, 50_007])
    expect((await look({ text: 'line 4199', process: '1180' })).hits).not.toEqual([])
    expect((await look({ text: 'line 4199', process: '1193' })).hits).toEqual([])
    const page = await look({ text: 'till' })
    expect(page.hits).toHaveLength(200)
    expect(page.next).toBe(200)
    const next = await look({ text: 'till', from: page.next ?? 0 })
    expect(next.hits[0]?.line).toBe(200)
  })

  it('is counted by what a pattern finds, however many answers it takes', async () => {
    const opened = await book()
    const sums = new Map<string, number>()
    let answers = 0
    for (let from: number | null = 0; from !== null; answers += 1) {
      const told: Awaited<ReturnType<typeof tallyIn>> = await tallyIn(
        opened,
        { text: ' ([A-Z]) Till: line (?:[0-9]*0) ', process: '1180', from },
        () => 0,
      )
      for (const { value, count: n } of told.counts) sums.set(value, (sums.get(value) ?? 0) + n)
      from = told.next
    }
    // Every tenth line, of the four levels in turn.
    expect(Object.fromEntries(sums)).toEqual({ D: count / 20, W: count / 20 })
    const lines = await tallyIn(opened, { text: 'line [0-9]+', from: 0 }, () => 0)
    expect(lines.counts).toHaveLength(1000)
    expect(lines.next).toBe(1000)
    expect(
      (await tallyIn(opened, { text: 'line [0-9]+', process: '7', from: 0 }, () => 0)).counts,
    ).toEqual([])
  })

  it('takes a moment for each answer, and says where to go on', async () => {
    const opened = await book()
    let now = 0
    const seen: number[] = []
    let from: number | null = 0
    while (from !== null) {
      const found = await searchIn(opened, { ...search, text: 'nowhere', from }, () => (now += 600))
      expect(found.hits).toEqual([])
      from = found.next
      if (from !== null) seen.push(from)
    }
    expect(seen.length).toBeGreaterThan(5)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })
})

it('shows the beginning of a line that has no end', async () => {
  const opened = await openBook(app.platform, await keep(`${'y'.repeat(3_000_000)}\nlast`))
  expect(opened.total).toBe(2)
  const [long = '', last] = await linesIn(opened, { from: 0, count: 5 })
  expect([long.length, last]).toEqual([2001, 'last'])
})

it('keeps nobody waiting for a pattern, however much it counts and however long a line is', async () => {
  const costly = '(a?){200}[cd]'
  expect(isSmallPattern(costly)).toBe(true)
  expect(isSmallPattern('(a?){1000}[cd]')).toBe(false)
  const lines = Array.from({ length: 40 }, () => 'a'.repeat(64_000))
  const opened = await openBook(app.platform, await keep(lines.join('\n')))
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  const found = await searchIn(opened, { ...search, text: costly, isPattern: true })
  clearInterval(ticking)
  expect(found.hits).toEqual([])
  // Somebody else had his turn about as often as there are lines.
  expect(turns).toBeGreaterThan(5)
  const near = await keep(`${'a'.repeat(100)}c\n`)
  const small = await openBook(app.platform, near)
  const hit = await searchIn(small, { ...search, text: costly, isPattern: true })
  expect(hit.hits).toHaveLength(1)
})

it('has no lines where there are none', async () => {
  const opened = await openBook(app.platform, await keep(''))
  expect(await linesIn(opened, { from: 0, count: 5 })).toEqual([])
  expect(await searchIn(opened, search)).toEqual({ hits: [], next: null })
})

it('fails where there is no such content', async () => {
  await expect(openBook(app.platform, randomBytes(32))).rejects.toThrow(/ENOENT/)
})

it('is made anew where its index was broken off, and nothing of it outlives its log', async () => {
  const { db, env } = app.platform
  const sha256 = await keep('secret\n')
  await openBook(app.platform, sha256)
  const books = join(folder, 'books')
  const name = sha256.toString('hex')
  await writeFile(join(books, `${name}.json`), '')
  expect((await openBook(app.platform, sha256)).total).toBe(1)
  await db.transaction().execute((own) => dropContent({ db: own, env }, [sha256]))
  expect((await readdir(books)).filter((file) => file.startsWith(name))).toEqual([])
})

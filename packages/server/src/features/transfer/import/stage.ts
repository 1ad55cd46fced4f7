import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { codes, type Import, type ImportColumn, type SheetEncoding } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { BucketFault } from '../../../platform/bucket.ts'
import { contentsOf, isMissing } from '../../../platform/contents.ts'
import { writingTo } from '../../../platform/diskFull.ts'
import { parameter } from '../../system/parameter/index.ts'
import { type Job, NotYet } from '../../task/index.ts'
import { translate } from '../../../platform/texts.ts'
import { readRows } from '../read/readRows.ts'
import { isWorkbook } from '../read/readSheet.ts'
import { SheetFault, type SheetRow } from '../read/sheetFault.ts'
import { letterOf } from '../write/choices.ts'
import { doubtOf, doubtOfRow, unmarked } from './doubts.ts'
import {
  bareColumns,
  folded,
  type HeadingNames,
  type Headings,
  headingsIn,
  isEmptyRow,
  isHint,
  openMark,
  repeatsHeadings,
} from './headings.ts'
import type { ImportedList, Within } from './importer.ts'
import { concealed, keptCount, keptKey, keptOf } from './stagedCell.ts'
import { emptyRun, placeRows, setFound, setPhase, stageRows } from './staging.queries.ts'
import { markedHints } from './template.ts'

interface Source {
  readonly fileId: string
  readonly encoding: SheetEncoding
  readonly list: ImportedList
  /** The only columns to read of those that only their headings know; undefined: all of them. */
  readonly only: ReadonlySet<string> | undefined
  readonly within: Within
}

/** Reads an uploaded file row by row into the run of its task. */
export async function stage(job: Job, { fileId, ...how }: Source): Promise<void> {
  const { db, platform } = job.ctx
  const file = await findFile(job.ctx, fileId)
  const folder = await mkdtemp(join(tmpdir(), 'muster-import-'))
  try {
    const path = join(folder, 'sheet')
    const content = await contentsOf(platform)
      .open(file.sha256)
      .catch((error: unknown) => {
        throw isMissing(error) ? gone() : error
      })
    await writingTo(path, pipeline(content, createWriteStream(path, { mode: 0o600 })))
    await readInto(job, { ...how, path, format: (await isWorkbook(path)) ? 'xlsx' : 'csv' })
  } catch (error) {
    if (error instanceof BucketFault) throw new NotYet('transfer.bucketAway', 30)
    if (!(error instanceof SheetFault)) throw error
    // Nobody asks for rows of a file that could not be read.
    await emptyRun(db, job.taskId)
    throw new Refusal(codes.badRequest, error.key, { params: error.params })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  if (how.list.parent) await placeRows(db, job.taskId)
  await setPhase(db, job.taskId, 'CHECK')
}

const gone = () => new Refusal(codes.notFound, 'transfer.fileGone')

async function findFile({ db, principal }: Context, id: string) {
  const file = await db
    .selectFrom('fileTask')
    .select('sha256')
    .where('id', '=', id)
    .where('kind', '=', 'IMPORT')
    .where('createdBy', '=', principal.userId)
    .executeTakeFirst()
  if (!file?.sha256) throw gone()
  return { sha256: file.sha256 }
}

interface Reading extends Omit<Source, 'fileId'> {
  readonly path: string
  readonly format: 'xlsx' | 'csv'
}

/** Headings may have a title above them, but not a page of it. */
const deepestHeadings = 20

async function readInto(job: Job, of: Reading): Promise<void> {
  const { path, encoding, format, list, only } = of
  const { taskId, ctx } = job
  const [names, hints] = [namesOf(list.sheet), markedHints(list)]
  const { key, open } = list.sheet
  const rules = new Map(list.sheet.columns.map((column) => [column.field, column]))
  let secret: readonly string[] = []
  const most = await parameter(ctx.db, 'import.maxRows')
  let headings: Headings | null = null
  let bare = bareColumns([])
  let isBelow = false
  let count = 0
  const keep = keptCount()
  for await (const batch of readRows({ path, encoding }, job.signal)) {
    const read: ReadRow[] = []
    for (const row of batch) {
      if (!headings) {
        headings = headingsIn(row.cells, names, { key, open: open && { ...open, only } })
        bare = bareColumns(row.cells)
        if (headings) secret = await keepHeadings(job, headings, of)
        else if (row.number > deepestHeadings) throw noHeadings(ctx, list.sheet)
        continue
      }
      isBelow ||= !repeatsHeadings(row.cells, headings, names) && !isHint(row.cells, hints)
      if (!isBelow || (!row.doubts && isEmptyRow(row.cells))) continue
      bare.look(row.cells)
      const into = { list, rules, ...(format === 'csv' && { width: bare.width }) }
      read.push(rowOf(row, headings, into))
    }
    const rows = await withoutSecrets(ctx, read, { list, secret })
    count += rows.length
    if (count > most) throw new SheetFault('import.tooManyRows', { most })
    keep(rows)
    if (rows.length > 0) await stageRows(ctx.db, taskId, rows)
    await job.progress({ done: 0, total: null })
  }
  if (!headings) throw noHeadings(ctx, list.sheet)
  if (count === 0) throw new SheetFault('import.noRows')
  await tellBare(job, { format, ...headings }, bare.places())
}

/** Keeps which columns there are; answers the names of those that hold secrets, at least for some records. */
async function keepHeadings(
  { ctx, taskId }: Job,
  headings: Headings,
  { format, list, within }: Reading,
): Promise<readonly string[]> {
  await setFound(ctx.db, taskId, { format, ...headings })
  const names = headings.columns.flatMap(({ field }) =>
    field.startsWith(openMark) ? [field.slice(openMark.length)] : [],
  )
  return (await list.secretAmong?.(ctx, names, within)) ?? []
}

interface Concealing {
  readonly list: ImportedList
  readonly secret: readonly string[]
}

/** Rows as they are kept: of what is a secret for a record only that there is one. */
async function withoutSecrets(
  ctx: Context,
  rows: readonly ReadRow[],
  { list: { secretAt }, secret }: Concealing,
): Promise<readonly ReadRow[]> {
  if (secret.length === 0) return rows
  const known = await secretAt?.(ctx, secret, [...new Set(rows.map(({ key }) => key))])
  return rows.map((row) => {
    const hidden = [...(known?.get(row.key) ?? secret)].flatMap((name) => {
      const field = `${openMark}${name}`
      const text = row.cells[field]
      return text === undefined ? [] : [[field, concealed(text)] as const]
    })
    return { ...row, cells: { ...row.cells, ...Object.fromEntries(hidden) } }
  })
}

type Found = Parameters<typeof setFound>[2]

/** Says among the columns that are not read which ones have cells and no heading. */
async function tellBare({ ctx, taskId }: Job, found: Found, places: readonly number[]) {
  if (places.length === 0) return
  const bare = places.map((place) =>
    translate(ctx.language, 'import.bareColumn', { column: letterOf(place) }),
  )
  await setFound(ctx.db, taskId, { ...found, ignored: [...found.ignored, ...bare] })
}

const noHeadings = (_: Context, { key }: Import) =>
  new SheetFault('import.noHeadings', { name: key })

interface Into {
  readonly list: ImportedList
  /** The columns that the list's sheet may have, by their fields. */
  readonly rules: ReadonlyMap<string, ImportColumn>
  /** Of a line of text: the cells that the headings take. One more, and any of them may be moved. */
  readonly width?: number
}

type ReadRow = ReturnType<typeof rowOf>

function rowOf(row: SheetRow, { columns }: Headings, { list, rules, width }: Into) {
  const { number, cells, doubts, isTorn } = row
  const read = columns.map(({ field, place }) => ({ field, ...unmarked(cells[place] ?? '') }))
  const texts = new Map(read.map(({ field, text }) => [field, storable(text)]))
  const isMoved = width !== undefined && !isEmptyRow(cells.slice(width))
  const parent = list.parent && texts.get(list.parent)
  return {
    number,
    key: keptKey(folded(texts.get(list.sheet.key) ?? '')),
    parentKey: parent?.trim() ? keptKey(folded(parent)) : null,
    cells: Object.fromEntries([
      ...[...texts].flatMap(([field, text]) =>
        text === '' ? [] : [[field, keptOf(rules.get(field), text)] as const],
      ),
      ...(isMoved ? [[doubtOfRow, 'cells'] as const] : []),
      ...(isTorn ? [[doubtOfRow, 'quotes'] as const] : []),
      ...columns.flatMap(({ field, place, zone }, at) => {
        const doubt = doubts?.[place] ?? read[at]?.doubt
        return [
          ...(doubt ? [[doubtOf(field), doubt] as const] : []),
          ...(zone ? [[zoneOf(field), zone] as const] : []),
        ]
      }),
    ]),
  }
}

/** Where a staged row keeps the zone that the heading of a cell names. */
export const zoneOf = (field: string): string => `#zone:${field}`

/** NUL and half characters are no text: PostgreSQL refuses the one, UTF-8 cannot carry the other. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** What may stand above the columns of a sheet. */
function namesOf({ columns }: Import): HeadingNames {
  const languages = Object.values(shippedTexts)
  return new Map(
    columns.flatMap(({ field, label }) => [
      ...languages.map((texts) => [folded(texts[label] ?? field), field] as const),
      [folded(field), field] as const,
    ]),
  )
}

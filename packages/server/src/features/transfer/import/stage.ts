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
import { parameter } from '../../system/parameter/index.ts'
import { type Job, NotYet } from '../../task/index.ts'
import { readRows } from '../read/readRows.ts'
import { SheetFault, type SheetRow } from '../read/sheetFault.ts'
import {
  folded,
  type HeadingNames,
  type Headings,
  headingsIn,
  isEmptyRow,
  isHint,
  repeatsHeadings,
} from './headings.ts'
import type { ImportedList } from './importer.ts'
import { keptCount, keptKey, keptOf } from './stagedCell.ts'
import { emptyRun, placeRows, setFound, setPhase, stageRows } from './staging.queries.ts'

interface Source {
  readonly fileId: string
  readonly encoding: SheetEncoding
  readonly list: ImportedList
  /** The only columns to read of those that only their headings know; undefined: all of them. */
  readonly only: ReadonlySet<string> | undefined
}

/** Reads an uploaded file row by row into the run of its task. */
export async function stage(job: Job, { fileId, encoding, list, only }: Source): Promise<void> {
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
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    await readInto(job, {
      path,
      encoding,
      list,
      only,
      format: file.name.toLowerCase().endsWith('.xlsx') ? 'xlsx' : 'csv',
    })
  } catch (error) {
    if (error instanceof BucketFault) throw new NotYet('transfer.bucketAway', 30)
    if (!(error instanceof SheetFault)) throw error
    // Nobody asks for rows of a file that could not be read.
    await emptyRun(db, job.taskId)
    throw new Refusal(codes.badRequest, error.key, { params: error.params })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  if (list.parent) await placeRows(db, job.taskId)
  await setPhase(db, job.taskId, 'CHECK')
}

const gone = () => new Refusal(codes.notFound, 'transfer.fileGone')

async function findFile({ db, principal }: Context, id: string) {
  const file = await db
    .selectFrom('fileTask')
    .select(['name', 'sha256'])
    .where('id', '=', id)
    .where('kind', '=', 'IMPORT')
    .where('createdBy', '=', principal.userId)
    .executeTakeFirst()
  if (!file?.sha256) throw gone()
  return { name: file.name, sha256: file.sha256 }
}

interface Reading extends Omit<Source, 'fileId'> {
  readonly path: string
  readonly format: string
}

/** Headings may have a title above them, but not a page of it. */
const deepestHeadings = 20

async function readInto(job: Job, of: Reading): Promise<void> {
  const { path, encoding, format, list, only } = of
  const { taskId, ctx } = job
  const names = namesOf(list.sheet)
  const { key, open } = list.sheet
  const into = { list, rules: new Map(list.sheet.columns.map((column) => [column.field, column])) }
  const most = await parameter(ctx.db, 'import.maxRows')
  let headings: Headings | null = null
  let isBelow = false
  let count = 0
  const keep = keptCount()
  for await (const batch of readRows({ path, encoding }, job.signal)) {
    const rows: ReturnType<typeof rowOf>[] = []
    for (const row of batch) {
      if (!headings) {
        headings = headingsIn(row.cells, names, { key, open: open && { ...open, only } })
        if (headings) await setFound(ctx.db, taskId, { format, ...headings })
        else if (row.number > deepestHeadings) throw noHeadings(ctx, list.sheet)
        continue
      }
      isBelow ||= !repeatsHeadings(row.cells, headings, names) && !isHint(row.cells)
      if (isBelow && (row.doubts || !isEmptyRow(row.cells))) rows.push(rowOf(row, headings, into))
    }
    count += rows.length
    if (count > most) throw new SheetFault('import.tooManyRows', { most })
    keep(rows)
    if (rows.length > 0) await stageRows(ctx.db, taskId, rows)
    await job.progress({ done: 0, total: null })
  }
  if (!headings) throw noHeadings(ctx, list.sheet)
  if (count === 0) throw new SheetFault('import.noRows')
}

const noHeadings = (_: Context, { key }: Import) =>
  new SheetFault('import.noHeadings', { name: key })

interface Into {
  readonly list: ImportedList
  /** The columns that the list's sheet may have, by their fields. */
  readonly rules: ReadonlyMap<string, ImportColumn>
}

function rowOf({ number, cells, doubts }: SheetRow, { columns }: Headings, { list, rules }: Into) {
  const texts = new Map(columns.map(({ field, place }) => [field, storable(cells[place] ?? '')]))
  const parent = list.parent && texts.get(list.parent)
  return {
    number,
    key: keptKey(folded(texts.get(list.sheet.key) ?? '')),
    parentKey: parent?.trim() ? keptKey(folded(parent)) : null,
    cells: Object.fromEntries([
      ...[...texts].flatMap(([field, text]) =>
        text === '' ? [] : [[field, keptOf(rules.get(field), text)] as const],
      ),
      ...columns.flatMap(({ field, place, zone }) => {
        const doubt = doubts?.[place]
        return [
          ...(doubt ? [[doubtOf(field), doubt] as const] : []),
          ...(zone ? [[zoneOf(field), zone] as const] : []),
        ]
      }),
    ]),
  }
}

/** Where a staged row keeps why a cell is doubtful: no field has such a name. */
export const doubtOf = (field: string): string => `#doubt:${field}`

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

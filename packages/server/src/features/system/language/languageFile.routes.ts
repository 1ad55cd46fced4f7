import {
  languageFiles,
  type LanguageFileOutcome,
  type ParsedOf,
  languagesPath,
} from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { sql } from 'kysely'
import { isUtf8 } from 'node:buffer'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { writingTo } from '../../../platform/diskFull.ts'
import { FileAnswer } from '../../../platform/fileAnswer.ts'
import { translate } from '../../../platform/texts.ts'
import {
  mediaTypes,
  readRows,
  refusedDoubt,
  SheetFault,
  type SheetRow,
  writeSheet,
} from '../../transfer/index.ts'
import { findLanguage, knownTexts, type StatedText } from './language.queries.ts'
import { planOf, textsOfJson, textsOfRows } from './languageFile.rules.ts'

type Part = ParsedOf<(typeof languageFiles)['takeOut']>['query']['part']

export const languageFileRoutes = serve(languageFiles, everyone, {
  takeOut: async ({ params, query: { format, part } }, ctx) => {
    const { code } = await findLanguage(ctx, params.id)
    const texts = (await knownTexts(ctx, params.id)).filter((text) => isOf(part, text))
    const name = `texts-${code}-${ctx.now().toISOString().slice(0, 10)}.${format}`
    if (format === 'json') return new FileAnswer(name, 'application/json', jsonOf(code, texts))
    const columns = columnsOf(code)
    const content = await buffer(writeSheet(each(texts), { format, columns }, ctx.language))
    return new FileAnswer(name, mediaTypes[format], content)
  },
  read: async ({ params, body }, ctx) => {
    const { code } = await findLanguage(ctx, params.id)
    const bytes = Buffer.from(body)
    const isJson = /^\uFEFF?\s*\{/.test(bytes.subarray(0, 64).toString())
    const read = isJson ? readJson(bytes, code) : await readSheet(ctx, bytes, code)
    if ('texts' in read) return read
    throw fieldRefusal('file', translate(ctx.language, read.fault, read.params))
  },
  bringIn: ({ params, body }, ctx) => bringIn(ctx, params.id, body),
})

const isOf = (part: Part, { state }: StatedText): boolean => part === 'all' || state === part

/** In JSON stands what is translated; what is missing is empty, for the translator. */
const jsonOf = (language: string, texts: readonly StatedText[]): Buffer => {
  const entries = texts.map(({ key, value }): [string, string] => [key, value ?? ''])
  const file = { format: 'muster-language', language, texts: Object.fromEntries(entries) }
  return Buffer.from(`${JSON.stringify(file, null, 2)}\n`)
}

/** Headings that are the same in every language, so that a file finds its way back. */
const columnsOf = (code: string) =>
  [
    ['key', 'key'],
    ...(code === 'en' ? [] : [['source', 'en'] as const]),
    ['value', code],
    ['state', 'state'],
  ] as const

async function* each(texts: readonly StatedText[]) {
  for (const text of texts) yield { ...text }
}

/** Other letters than UTF-8 would be read as none. */
function readJson(bytes: Buffer, code: string) {
  if (!isUtf8(bytes)) throw fieldRefusal('file', 'import.notUtf8')
  return textsOfJson(bytes.toString(), code)
}

async function readSheet(ctx: Context, bytes: Buffer, code: string) {
  const rows = await rowsOf(bytes)
  requireMeant(ctx, rows, code)
  return textsOfRows(
    rows.map(({ cells }) => cells),
    code,
  )
}

/** Refuses a sheet that holds something else than was typed, as a day in place of a text. */
function requireMeant({ language }: Context, rows: readonly SheetRow[], code: string): void {
  const read = new Set(['key', code.toLowerCase()])
  const headings = rows[0]?.cells ?? []
  const places = headings.flatMap((heading, place) =>
    read.has(heading.trim().toLowerCase()) ? [place] : [],
  )
  for (const { number: row, doubts, isTorn } of rows) {
    const doubt = places.map((place) => doubts?.[place]).find((one) => one !== undefined)
    const why = refusedDoubt({ kind: 'text' }, isTorn ? 'quotes' : doubt)
    if (!why) continue
    const reason = translate(language, why)
    throw fieldRefusal('file', translate(language, 'language.doubtfulRow', { row, reason }))
  }
}

/** The rows of a sheet, read from a file of its own that does not outlive the call. */
async function rowsOf(bytes: Buffer): Promise<SheetRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-texts-'))
  try {
    const path = join(folder, 'sheet')
    await writingTo(path, writeFile(path, bytes))
    const rows: SheetRow[] = []
    for await (const some of readRows({ path }, AbortSignal.timeout(30_000))) rows.push(...some)
    return rows
  } catch (error) {
    if (error instanceof SheetFault) throw fieldRefusal('file', error.key)
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function bringIn(
  ctx: Context,
  id: string,
  { texts, dryRun }: ParsedOf<(typeof languageFiles)['bringIn']>['body'],
): Promise<LanguageFileOutcome> {
  const { code } = await findLanguage(ctx, id)
  const { refused, ...plan } = planOf(texts, await knownTexts(ctx, id))
  const isApplied = !dryRun && refused.length === 0
  const written = [...plan.added, ...plan.changed]
  if (isApplied && written.length > 0) {
    await write(ctx, { id, code, texts: written.map((key) => [key, texts[key] ?? '']) })
    ctx.note({ targetIds: [id], after: { code, added: plan.added, changed: plan.changed } })
    ctx.changed(languagesPath, [id])
  }
  const said = refused.map(({ key, reason, params }) => ({
    key,
    reason: translate(ctx.language, reason, params),
  }))
  return {
    isApplied,
    added: [...plan.added],
    changed: [...plan.changed],
    unchanged: plan.unchanged,
    refused: said,
  }
}

interface Written {
  readonly id: string
  readonly code: string
  readonly texts: readonly (readonly [string, string])[]
}

/** What is worded as it ships is no wording of one's own. */
async function write(ctx: Context, { id, code, texts }: Written): Promise<void> {
  const shipped = shippedTexts[code] ?? {}
  const rows = texts.map(([key, value]) => ({ key, value, own: shipped[key] !== value }))
  await sql`insert into language_text (language_id, key, value, is_custom, updated_by)
    select ${id}::uuid, given.key, given.value, given.own, ${ctx.principal.userId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (key text, value text, own boolean)
    on conflict (language_id, key) do update
      set value = excluded.value, is_custom = excluded.is_custom, updated_at = now(),
        updated_by = excluded.updated_by`.execute(ctx.db)
}

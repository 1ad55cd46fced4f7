import {
  codes,
  paramCells,
  type ParsedOf,
  paramValueSheet,
  type paramValues,
} from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import * as z from 'zod/mini'
import type { Context, Platform } from '../../../kit/context.ts'
import { allOf, isWithin } from '../../../kit/page.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { FileAnswer } from '../../../platform/fileAnswer.ts'
import { translate } from '../../../platform/texts.ts'
import { deviceScope } from '../../device/index.ts'
import { folded, longestText, mediaTypes, writeSheet } from '../../transfer/index.ts'
import { paramScope } from '../assignment/assignmentBin.ts'
import { readTemplate } from '../assignment/draft.ts'
import { shownOf } from '../assignment/shown.ts'
import { portionsOf } from '../resolve/portions.ts'
import { cellOf, headingOf } from './cell.rules.ts'
import { placeOf } from './terminals.queries.ts'
import { requireSheetTemplate } from './valuesImport.ts'

type Wanted = ParsedOf<(typeof paramValues)['export']>['query']

const texts = z.record(z.string(), z.string())

/** A letter of a value is as many units of its cell at most. */
const mostOfLetter = 6
/** What is longer may be too long for a cell. */
const mayBeLong = Math.floor(longestText / mostOfLetter) - 1

/** What terminals' own assignments say as a sheet that an import takes back as it is. */
export async function exportValues(ctx: Context, wanted: Wanted): Promise<FileAnswer> {
  const { templateRevId, format } = wanted
  const { appId } = await requireSheetTemplate(ctx, templateRevId)
  const template = await readTemplate(ctx, templateRevId)
  const isShown = await shownOf(ctx, [templateRevId])
  const fields = template.fields.filter(({ pid, readOnly }) => isShown(pid) && !readOnly)
  const rows = rowsBy(ctx, { ...wanted, appId })
  if (format === 'xlsx') await requireShort(ctx, rows)
  const { language } = ctx
  const columns: [string, string][] = [
    ['sn', translate(language, paramValueSheet.columns[0]?.label ?? 'variable.sn')],
    ...fields.map(({ pid }): [string, string] => [
      `p.${pid}`,
      headingOf(pid, (heading) => taken.has(folded(heading))),
    ]),
  ]
  const content = writeSheet(each(ctx.platform, rows), { format, columns }, language)
  const day = ctx.now().toISOString().slice(0, 10)
  return new FileAnswer(`parameters-${day}.${format}`, mediaTypes[format], content)
}

/** What may stand above the column of serial numbers. */
const taken: ReadonlySet<string> = new Set(
  paramValueSheet.columns.flatMap(({ field, label }) => [
    folded(field),
    ...Object.values(shippedTexts).map((all) => folded(all[label] ?? field)),
  ]),
)

type Rows = (after: string) => RawBuilder<unknown>

/** Terminals with their assignment behind a serial number, in that order. */
function rowsBy({ principal }: Context, of: Wanted & { readonly appId: string }): Rows {
  const conditions = [
    deviceScope.rows(principal),
    ...(of.orgId === undefined ? [] : [isWithin(of.orgId)]),
    ...(of.devices === 'ALL' ? [isOffered(of.templateRevId)] : []),
  ]
  const assigned = sql`select own.id, own.device_id, own.org_id, own.content, own.secret_pids
    from (select * from param_assignment where ${paramScope.rows(principal)}) own
    where own.app_id = ${of.appId} and own.level = 'DEVICE' and own.deleted_at is null`
  return (after) => sql`from (select id, sn, org_id from device
      where deleted_at is null and sn > ${after} and ${allOf(conditions)}) terminal
    ${of.devices === 'ALL' ? sql`left join` : sql`join`} (${assigned}) a
      on a.device_id = terminal.id and a.org_id = terminal.org_id`
}

/** Terminals that the template may be used for: an import takes no row of another one. */
const isOffered = (templateRevId: string) =>
  sql<SqlBool>`org_id in (select own.id from organization own where own.path <@ ${placeOf(templateRevId)})`

/** Terminals with long texts that are in memory at a time. */
const longBatch = 50

/** Refuses what a cell would cut: an import would take what is left of it for the value. */
async function requireShort({ db }: Context, rows: Rows): Promise<void> {
  for (let after = ''; ; ) {
    const { rows: list } = await sql<{ sn: string; long: readonly string[] }>`
      select terminal.sn, said.long ${rows(after)}
        cross join lateral (select array_agg(value) as long from jsonb_each_text(a.content)
          where length(value) > ${mayBeLong}) said
      where said.long is not null order by terminal.sn limit ${longBatch}`.execute(db)
    if (list.some(({ long }) => long.some((text) => cellOf(text).length > longestText)))
      throw new Refusal(codes.warning, 'paramSheet.tooLong')
    const last = list.at(-1)
    if (!last || list.length < longBatch) return
    after = last.sn
  }
}

/** Terminals that are looked at together; those of them whose texts are long are not all in memory at a time. */
const batch = 1000

interface Row {
  readonly sn: string
  readonly content: unknown
  readonly secretPids: readonly string[] | null
}

/** Read while the file is sent, when the transaction of the call is over. */
async function* each({ db }: Pick<Platform, 'db'>, rows: Rows) {
  for (let after = ''; ; ) {
    const { rows: sizes } = await sql<{ sn: string; bytes: number }>`
      select terminal.sn, coalesce(octet_length(a.content::text), 0) as bytes ${rows(after)}
      order by terminal.sn limit ${batch}`.execute(db)
    for (const portion of portionsOf(sizes, ({ bytes }) => bytes)) {
      const to = portion.at(-1)?.sn ?? after
      const { rows: list } =
        await sql<Row>`select terminal.sn, a.content, a.secret_pids ${rows(after)}
        where terminal.sn <= ${to} order by terminal.sn`.execute(db)
      yield* list.map(cellsOf)
      after = to
    }
    if (sizes.length < batch) return
  }
}

const cellsOf = ({ sn, content, secretPids }: Row): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ['sn', sn] as const,
    ...Object.entries(texts.parse(content ?? {})).map(
      ([pid, text]) => [`p.${pid}`, cellOf(text)] as const,
    ),
    ...(secretPids ?? []).map((pid) => [`p.${pid}`, paramCells.secret] as const),
  ])

import { codes, type ParamFile, readParamFile, writeParamFile } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { contentsOf } from '../../../platform/contents.ts'
import {
  extensionOf,
  extensionsFor,
  isKnownForm,
  isOfForm,
  namedFile,
} from '../../file/upload/index.ts'
import type { Said } from './draft.rules.ts'

/** What holds files of assignments: see `file_reference`. */
const usedBy = 'param'

const uploads = organizationsBy('upload.orgId')
const assignments = organizationsBy('own.orgId')

interface Named extends ParamFile {
  readonly pid: string
}

/** Parameters of a template's revision that are files: a text that only reads like one names none. */
export async function filePidsOf(
  { db }: Pick<Context, 'db'>,
  templateRevId: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ pid: string }>`select field ->> 'pid' as pid
    from param_template_rev rev, jsonb_array_elements(rev.content -> 'fields') field
    where rev.id = ${templateRevId} and field ->> 'dataType' in ('FILE', 'IMAGE')`.execute(db)
  return new Set(rows.map(({ pid }) => pid))
}

/** Files among the values of an assignment. */
const filesIn = (values: Said['values'], filePids: ReadonlySet<string>): Named[] =>
  Object.entries(values).flatMap(([pid, text]) => {
    const file = filePids.has(pid) ? readParamFile(text) : null
    return file ? [{ ...file, pid }] : []
  })

const keyOf = ({ sha256, size }: ParamFile): string => `${sha256}/${size}`

interface Seen {
  readonly key: string
  readonly id: string
  /** As it was uploaded; its bytes are what this ends in. */
  readonly name: string
}

/**
 * Stored files with these bytes that somebody may name: his own, those of his data scope, and those that an
 * assignment says which he sees. A hash alone gives nobody a file.
 */
async function seenAmong(
  { db, principal }: Context,
  named: readonly Named[],
): Promise<ReadonlyMap<string, Seen>> {
  if (named.length === 0) return new Map()
  const asked = new Map(named.map((file) => [keyOf(file), file]))
  const isSaid = sql<SqlBool>`exists (select from file_reference ref join param_assignment own on own.id = ref.used_id
    where ref.upload_id = upload.id and ref.used_by = ${usedBy} and ${assignments.rows(principal)})`
  const { rows } =
    await sql<Seen>`select asked.sha256 || '/' || asked.size as key, found.id, found.name
    from jsonb_to_recordset(${JSON.stringify([...asked.values()])}::jsonb) as asked (sha256 text, size bigint)
      cross join lateral (select upload.id, upload.name from upload
        where upload.sha256 = decode(asked.sha256, 'hex') and upload.bytes = asked.size and upload.type = 'param'
          and upload.state = 'STORED' and upload.storage = 'FOLDER'
          and (upload.created_by = ${principal.userId} or ${uploads.rows(principal)} or ${isSaid})
        order by upload.id limit 1) found`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

interface JudgedFiles {
  /** Those that the caller may name, by their bytes. */
  readonly seen: ReadonlyMap<string, Seen>
  /** Of which parameters he may not name the file, or it is not what its name says. */
  readonly strangeOf: (values: Said['values']) => string[]
}

export async function judgeFiles(
  ctx: Context,
  filePids: ReadonlySet<string>,
  values: readonly Said['values'][],
): Promise<JudgedFiles> {
  const named = values.flatMap((said) => filesIn(said, filePids))
  const seen = await seenAmong(ctx, named)
  const strange = new Set<string>()
  // By what is judged: bytes that many names share are read once.
  const judged = new Map<string, boolean>()
  for (const file of named) {
    const found = seen.get(keyOf(file))
    const key = `${keyOf(file)}.${extensionOf(file.name)}`
    const isGood = found && (judged.get(key) ?? (await isAsNamed(ctx, file, found)))
    judged.set(key, isGood ?? false)
    if (!isGood) strange.add(writeParamFile(file))
  }
  const strangeOf = (said: Said['values']) =>
    filesIn(said, filePids)
      .filter((file) => strange.has(writeParamFile(file)))
      .map(({ pid }) => pid)
  return { seen, strangeOf }
}

/** What was uploaded under another name is judged as if it were uploaded under this one: by its ending, and its bytes where they tell. */
async function isAsNamed(
  { db, platform }: Context,
  file: ParamFile,
  { name }: Seen,
): Promise<boolean> {
  const extension = extensionOf(file.name)
  if (extension === extensionOf(name)) return true
  if (!(await extensionsFor(db, 'param')).includes(extension)) return false
  if (!isKnownForm(extension)) return true
  const bytes = await buffer(await contentsOf(platform).open(Buffer.from(file.sha256, 'hex')))
  return isOfForm(extension, bytes)
}

interface Holder {
  readonly id: string
  readonly name: string
  readonly values: Said['values']
}

/** Has assignments of a template's revision hold the files that their drafts say, beside what they hold already. */
export async function holdFilesOf(
  ctx: Context,
  templateRevId: string,
  holders: readonly Holder[],
): Promise<void> {
  await holdThose(ctx, await filePidsOf(ctx, templateRevId), holders)
}

async function holdThose(
  ctx: Context,
  filePids: ReadonlySet<string>,
  holders: readonly Holder[],
): Promise<void> {
  const all = holders.map(({ values }) => values)
  if (all.every((values) => filesIn(values, filePids).length === 0)) return
  const { seen, strangeOf } = await judgeFiles(ctx, filePids, all)
  const [strange] = all.flatMap(strangeOf)
  if (strange !== undefined) throw fieldRefusal(`values.${strange}`, 'param.fileUnknown')
  const ids = [...seen.values()].map(({ id }) => id)
  // While it is held here nobody removes it.
  const { rows } = await sql`select from upload where id = any(${ids}::uuid[]) and state = 'STORED'
    order by id for update`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  const held = holders.flatMap(({ id, name, values }) =>
    [...new Set(filesIn(values, filePids).flatMap((file) => seen.get(keyOf(file))?.id ?? []))].map(
      (upload) => ({ id, name, upload }),
    ),
  )
  await sql`insert into file_reference (upload_id, used_by, used_id, name)
    select held.upload, ${usedBy}, held.id, held.name
    from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as held (id uuid, name text, upload uuid)
    on conflict (upload_id, used_by, used_id) do update set name = excluded.name`.execute(ctx.db)
}

/** {@link holdFilesOf} for one, which lets those go that neither its draft nor a revision says any more. */
export async function keepFilesOf(
  ctx: Context,
  templateRevId: string,
  holder: Holder,
): Promise<void> {
  const filePids = await filePidsOf(ctx, templateRevId)
  await holdThose(ctx, filePids, [holder])
  const said = filesIn(holder.values, filePids).map(({ sha256 }) => sha256)
  await sql`delete from file_reference ref using upload
    where ref.used_by = ${usedBy} and ref.used_id = ${holder.id} and upload.id = ref.upload_id
      and encode(upload.sha256, 'hex') <> all(${said}::text[])
      and not exists (select from param_assignment_rev rev where rev.assignment_id = ref.used_id
        and position(encode(upload.sha256, 'hex') || '/' in rev.content::text) > 0)`.execute(ctx.db)
}

/** The assignment is seen, and says no file. */
const noFile = () => new Refusal(codes.wrongState, 'refusal.notFound')

/** The file that an assignment says for a parameter, to whoever sees the assignment. */
export async function fileOf(
  { db, platform }: Context,
  { id, text }: { readonly id: string; readonly text: string },
) {
  const file = readParamFile(text)
  if (!file) throw noFile()
  const { rows } = await sql<{ id: string }>`select upload.id from file_reference ref
      join upload on upload.id = ref.upload_id
    where ref.used_by = ${usedBy} and ref.used_id = ${id} and upload.sha256 = decode(${file.sha256}, 'hex')
    limit 1`.execute(db)
  if (!rows[0]) throw noFile()
  return namedFile(platform, db, { id: rows[0].id, name: file.name })
}

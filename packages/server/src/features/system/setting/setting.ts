import { codes, type SettingCalls } from '@muster/contract'
import type { Kysely } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import type { DB } from '../../../platform/schema.ts'
import type { Secrets } from '../../../platform/secrets.ts'

/** Values of a setting, and how often it was saved. */
interface Versioned {
  readonly version: number
}

/** What a setting says now: what was saved, its defaults otherwise. */
export async function readSetting<V extends Versioned>(
  db: Kysely<DB>,
  calls: SettingCalls<V>,
): Promise<V> {
  const stored = await find(db, calls)
  return valueOf(calls, stored?.value, stored?.version)
}

interface StoredSetting {
  readonly value: unknown
  readonly version: number
}

/** What is stored of some settings, by the paths that they are saved at: one question. */
export async function storedSettings(
  db: Kysely<DB>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, StoredSetting>> {
  const rows = await db
    .selectFrom('setting')
    .select(['path', 'value', 'version'])
    .where('path', 'in', [...paths])
    .execute()
  return new Map(rows.map(({ path, ...stored }) => [path, stored]))
}

/** What one of them says now: what was saved, its defaults otherwise. */
export function settingIn<V extends Versioned>(
  stored: ReadonlyMap<string, StoredSetting>,
  calls: SettingCalls<V>,
): V {
  const own = stored.get(calls.save.path)
  return valueOf(calls, own?.value, own?.version)
}

/** The same of a setting that holds secrets and is sealed at rest. */
export async function readSealedSetting<V extends Versioned>(
  { db, secrets }: { readonly db: Kysely<DB>; readonly secrets: Secrets },
  calls: SettingCalls<V>,
): Promise<V> {
  const stored = await find(db, calls)
  const opened = stored?.sealedValue && secrets.open(stored.sealedValue, purposeOf(calls))
  return valueOf(calls, opened && JSON.parse(opened.toString()), stored?.version)
}

/** Writes a setting and answers it, unless somebody else has saved it since the caller read it. */
export async function saveSetting<V extends Versioned>(
  ctx: Context,
  calls: SettingCalls<V>,
  saved: V,
): Promise<V> {
  const before = await readSetting(ctx.db, calls)
  const { version, ...value } = saved
  const next = await put(ctx, calls, { version, value: JSON.stringify(value), sealedValue: null })
  const after = { ...saved, version: next }
  ctx.note({ before, after })
  return after
}

/** The same of a setting that is sealed at rest; the action log learns only that it was saved. */
export async function saveSealedSetting<V extends Versioned>(
  ctx: Context,
  calls: SettingCalls<V>,
  saved: V,
): Promise<V> {
  const { version, ...value } = saved
  const { secrets } = ctx.platform
  const sealedValue = secrets.seal(Buffer.from(JSON.stringify(value)), purposeOf(calls))
  return { ...saved, version: await put(ctx, calls, { version, value: null, sealedValue }) }
}

/** Puts a setting back to its defaults and answers them. */
export async function resetSetting<V extends Versioned>(
  ctx: Context,
  calls: SettingCalls<V>,
): Promise<V> {
  const { version } = await lock(ctx, calls)
  return valueOf(calls, null, await put(ctx, calls, { version, value: null, sealedValue: null }))
}

const purposeOf = ({ save }: SettingCalls) => `setting:${save.path}`

const find = (db: Kysely<DB>, { save }: SettingCalls) =>
  db
    .selectFrom('setting')
    .select(['value', 'sealedValue', 'version'])
    .where('path', '=', save.path)
    .executeTakeFirst()

async function lock({ db }: Context, { save }: SettingCalls) {
  // Even where nothing was saved yet, two who save at once must meet.
  await db
    .insertInto('setting')
    .values({ path: save.path, version: 0 })
    .onConflict((conflict) => conflict.column('path').doNothing())
    .execute()
  return db
    .selectFrom('setting')
    .leftJoin('appUser', 'appUser.id', 'setting.updatedBy')
    .select(['setting.version', 'appUser.userName'])
    .where('path', '=', save.path)
    .forUpdate('setting')
    .executeTakeFirstOrThrow()
}

interface Columns extends Versioned {
  readonly value: string | null
  readonly sealedValue: Buffer | null
}

async function put(ctx: Context, calls: SettingCalls, { version, ...columns }: Columns) {
  const known = await lock(ctx, calls)
  if (known.version !== version) {
    const name = known.userName ?? translate(ctx.language, 'someone')
    const detail = { params: { name }, data: { version: known.version } }
    throw new Refusal(codes.versionConflict, 'refusal.versionConflict', detail)
  }
  const updatedAt = ctx.now().toISOString()
  await ctx.db
    .updateTable('setting')
    .set({ ...columns, version: version + 1, updatedAt, updatedBy: ctx.principal.userId })
    .where('path', '=', calls.save.path)
    .execute()
  ctx.changed(calls.get.path, [])
  return version + 1
}

/** The schema fills in what is missing, so a setting that an older version saved still reads. */
function valueOf<V>(calls: SettingCalls<V>, value: unknown, version = 0): V {
  const stored = typeof value === 'object' && value !== null ? value : {}
  return calls.save.schemas.body.parse({ ...stored, version })
}

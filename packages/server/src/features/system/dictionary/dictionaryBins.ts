import {
  codes,
  organizationConfigPath,
  dictionariesPath,
  dictionaryItemsPath,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Stored } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { translate } from '../../../platform/texts.ts'
import { wordText } from '../language/index.ts'

/** What a form offers of a dictionary is read again by every console. */
export function tellChoices(ctx: Context): void {
  ctx.changed(`${dictionariesPath}/code`, [])
}

/** A bin whose every change is told to whoever shows the choices, and to the terminals that keep them. */
function telling<R extends Stored, N>(bin: Bin<R, N>): Bin<R, N> {
  const told = async <T>(ctx: Context, make: () => Promise<T>): Promise<T> => {
    const before = await revisionOf(ctx)
    const done = await make()
    tellChoices(ctx)
    await tellTerminals(ctx, before)
    return done
  }
  return {
    ...bin,
    add: (ctx, values) => told(ctx, () => bin.add(ctx, values)),
    update: (ctx, values) => told(ctx, () => bin.update(ctx, values)),
    setStatus: (ctx, ids, status) => told(ctx, () => bin.setStatus(ctx, ids, status)),
    remove: (ctx, ids) => told(ctx, () => bin.remove(ctx, ids)),
    revert: (ctx, ids) => told(ctx, () => bin.revert(ctx, ids)),
    destroy: (ctx, ids) => told(ctx, () => bin.destroy(ctx, ids)),
  }
}

/** What terminals everywhere are told under; the triggers of a dictionary that they keep raise it. */
async function revisionOf(ctx: Context): Promise<readonly Root[]> {
  const { rows } = await sql<Root>`select id, settings_rev as rev from organization
    where parent_id is null and deleted_at is null`.execute(ctx.db)
  return rows
}

interface Root {
  readonly id: string
  readonly rev: number
}

/** The gateways tell the terminals, at their pace, if what they keep has changed. */
async function tellTerminals(ctx: Context, before: readonly Root[]): Promise<void> {
  const old = new Map(before.map(({ id, rev }) => [id, rev]))
  const raised = (await revisionOf(ctx)).filter(({ id, rev }) => old.get(id) !== rev)
  for (const { id } of raised) ctx.changed(organizationConfigPath, [id], [id])
}

const plain = recycleBin(dictionariesPath, 'dictionary', everyone)

/** Dictionaries: those that ship keep their code and stay. */
export const dictionaryBin = telling({
  ...plain,
  async update(ctx, values) {
    const before = await plain.find(ctx, values.id)
    const isFixed = before.isSystem || Number(before.itemCount) > 0
    if (isFixed && before.code !== values.code) throw fieldRefusal('code', 'dictionary.fixedCode')
    // Who did not touch the name has sent what it is called in his language.
    const isUntouched = values.name === translate(ctx.language, before.name)
    return plain.update(ctx, isUntouched ? { ...values, name: before.name } : values)
  },
  async remove(ctx, ids) {
    const { rows } = await sql<{ code: string }>`select code from dictionary
      where id = any(${[...ids]}::uuid[]) and is_system limit 1`.execute(ctx.db)
    if (rows[0]) throw new Refusal(codes.warning, 'dictionary.shipped', { params: rows[0] })
    return plain.remove(ctx, ids)
  },
})

const stored = naming(recycleBin(dictionaryItemsPath, 'dictionaryItem', everyone), [
  { field: 'dictionaryId', to: 'dictionary', scope: everyone },
])

/** Items: of a shipped dictionary they are worded, coloured, sorted and disabled, but they stay. */
const items: typeof stored = {
  ...stored,
  async add(ctx, values) {
    const { dictionaryId } = values
    if (await isSystem(ctx, dictionaryId)) throw fieldRefusal('dictionaryId', 'dictionary.closed')
    await takeTurns(ctx, [dictionaryId])
    if (values.isDefault) await takeDefault(ctx, values)
    return stored.add(ctx, values)
  },
  async update(ctx, values) {
    const { id, version, value, label: _, labels, dictionaryId, ...looks } = values
    const before = await stored.find(ctx, id)
    if (dictionaryId !== before.dictionaryId)
      throw fieldRefusal('dictionaryId', 'dictionary.fixedHome')
    await takeTurns(ctx, [dictionaryId])
    if (values.isDefault) await takeDefault(ctx, values)
    if (!before.isSystem) return stored.update(ctx, values)
    if (value !== before.value) throw fieldRefusal('value', 'dictionary.fixedValue')
    const key = `${before.dictionaryCode}.${value}`
    await wordText(ctx, key, textsOf(labels))
    return stored.update(ctx, { id, version, ...looks })
  },
  async remove(ctx, ids) {
    await requireOwn(ctx, ids)
    await takeTurnsOf(ctx, ids)
    // What comes back from the bin must not meet another default there.
    await sql`update dictionary_item set is_default = false
      where id = any(${[...ids]}::uuid[])`.execute(ctx.db)
    return stored.remove(ctx, ids)
  },
}
export const itemBin = telling(items)

const textsOf = (labels: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...(typeof labels === 'object' && labels) }).map(([code, text]) => [
      code,
      String(text),
    ]),
  )

/**
 * Whoever changes the order or the default of a dictionary's items takes turns. Not by the
 * dictionary's row: what comes back from the bin holds its own row first and that one then.
 */
async function takeTurns(ctx: Context, dictionaryIds: readonly unknown[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(id::text, 2))
    from (select distinct unnest(${[...dictionaryIds]}::uuid[]) as id order by 1) owner`.execute(
    ctx.db,
  )
}

async function takeTurnsOf(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select dictionary_id as id from dictionary_item
    where id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  await takeTurns(
    ctx,
    rows.map(({ id }) => id),
  )
}

async function isSystem(ctx: Context, dictionaryId: unknown): Promise<boolean> {
  const { rows } = await sql`select from dictionary
    where id = ${dictionaryId} and is_system`.execute(ctx.db)
  return rows.length > 0
}

interface Home {
  readonly id?: string | undefined
  readonly dictionaryId?: string | undefined
}

/** The item that was the default is none any more. */
async function takeDefault(ctx: Context, { id, dictionaryId }: Home): Promise<void> {
  await sql`update dictionary_item set is_default = false, version = version + 1
    where dictionary_id = ${dictionaryId} and is_default and deleted_at is null
      and id is distinct from ${id ?? null}::uuid`.execute(ctx.db)
}

async function requireOwn(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ code: string }>`select dictionary_code as code
    from dictionary_item_row where id = any(${[...ids]}::uuid[]) and is_system limit 1`.execute(
    ctx.db,
  )
  if (rows[0]) throw new Refusal(codes.warning, 'dictionary.shipped', { params: rows[0] })
}

/** Puts an item before another one, or behind all; the others keep their order. */
export async function sortItem(
  ctx: Context,
  { id, version, before }: { id: string; version: number; before: string | null },
): Promise<number> {
  const { dictionaryId } = await stored.find(ctx, id)
  await takeTurns(ctx, [dictionaryId])
  const revision = await revisionOf(ctx)
  const { rows } = await sql<{ id: string; version: number; sort: number }>`select id, version, sort
    from dictionary_item where dictionary_id = ${dictionaryId} and deleted_at is null
    order by sort, id`.execute(ctx.db)
  const item = rows.find((row) => row.id === id)
  if (!item) throw notFound()
  if (item.version !== version) throw new Refusal(codes.versionConflict, 'dictionary.sortConflict')
  const others = rows.filter((row) => row.id !== id)
  const at = before === null ? others.length : others.findIndex((row) => row.id === before)
  if (at < 0) throw notFound()
  const moved = others
    .toSpliced(at, 0, item)
    .map((row, sort) => ({ ...row, to: sort }))
    .filter(({ sort, to }) => sort !== to)
  const ids = moved.map((row) => row.id)
  await sql`update dictionary_item set sort = new.sort, version = version + 1, updated_at = now(),
      updated_by = ${ctx.principal.userId}
    from unnest(${ids}::uuid[], ${moved.map(({ to }) => to)}::integer[]) as new (id, sort)
    where dictionary_item.id = new.id`.execute(ctx.db)
  ctx.note({ targetIds: [id], after: { before } })
  ctx.changed(dictionaryItemsPath, ids)
  tellChoices(ctx)
  await tellTerminals(ctx, revision)
  return moved.length
}

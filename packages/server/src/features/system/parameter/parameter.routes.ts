import {
  codes,
  columnsOf,
  type ParameterKey,
  parameters,
  shippedParameters,
  parametersPath,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { anyContains, type Condition, contains, equals, pageRows } from '../../../kit/page.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { textOfValue } from './parameter.rules.ts'
import {
  findParameter,
  lockParameter,
  noteChange,
  ruleOf,
  shown,
  type StoredParameter,
} from './parameter.queries.ts'
import { purposeOf, storedOf, valueColumns, type WrittenParameter } from './storedParameter.ts'

const isShipped = (key: string): key is ParameterKey => key in shippedParameters
const shippedKeys = Object.keys(shippedParameters).filter(isShipped)

/** Values that steer the running system. */
export const parameterRoutes = serve(parameters, everyone, {
  page: async ({ query }, ctx) => {
    const { groupCode, key, changed, keyword } = query
    const conditions: Condition[] = [
      ...(groupCode ? [equals('groupCode', groupCode)] : []),
      ...(key ? [contains('key', key)] : []),
      ...(changed ? [equals('isChanged', changed === '1')] : []),
      ...(keyword?.trim() ? [mentions(keyword.trim(), ctx.language)] : []),
    ]
    const source = { view: 'parameterRow', conditions, sortable, order: ['groupCode', 'key'] }
    const page = await pageRows<Parameters<typeof shown>[0]>(ctx, source, query)
    return { ...page, list: page.list.map(shown) }
  },
  detail: ({ params }, { db }) => findParameter(db, params.id),
  add: ({ body }, ctx) => add(ctx, body),
  update: ({ body }, ctx) => update(ctx, body),
  remove: ({ params }, ctx) => remove(ctx, [params.id]),
  removeMany: ({ body }, ctx) => remove(ctx, body.ids),
  reset: ({ params }, ctx) => reset(ctx, params.id),
  history: async ({ params }, { db }) => {
    const changes = await db
      .selectFrom('parameterHistory')
      .select(['id', 'at', 'userName', 'oldValue', 'newValue'])
      .where('parameterId', '=', params.id)
      .orderBy('at', 'desc')
      .limit(200)
      .execute()
    return changes.map(({ oldValue, newValue, ...change }) => ({
      ...change,
      oldValue: textOfValue(oldValue),
      newValue: textOfValue(newValue),
    }))
  },
  secret: async ({ params }, { db, platform }) => {
    const { sealedValue, key } = await lockParameter(db, params.id)
    const opened = sealedValue && platform.secrets.open(sealedValue, purposeOf(key))
    return { value: opened ? opened.toString() : null }
  },
})

/** What is shipped is named by the language pack, so it is found by what the reader sees. */
function mentions(text: string, language: string): Condition {
  const named = shippedKeys.filter((key) =>
    translate(language, `parameter.key.${key}`).toLowerCase().includes(text.toLowerCase()),
  )
  const stored = anyContains(['key', 'name', 'remark'], text)
  return sql<SqlBool>`(${stored} or key = any(${named}::text[]))`
}

/** What the view has under the same name; the bounds lie in one document. */
const sortable = new Set(
  [...columnsOf(parameters.page)].filter(
    (column) => !['min', 'max', 'options', 'secretValue'].includes(column),
  ),
)

async function add(ctx: Context, body: WrittenParameter) {
  const { id } = await ctx.db
    .insertInto('parameter')
    .values({ ...storedOf(ctx, body), createdBy: ctx.principal.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = await findParameter(ctx.db, id)
  tell(ctx, [id], { after })
  return after
}

async function update(ctx: Context, body: WrittenParameter & { id: string; version: number }) {
  const { id, version, ...written } = body
  const before = await lockParameter(ctx.db, id)
  const shownBefore = await findParameter(ctx.db, id)
  if (before.version !== version) {
    const name = shownBefore.updatedBy ?? translate(ctx.language, 'someone')
    const detail = { params: { name }, data: { version: before.version } }
    throw new Refusal(codes.versionConflict, 'refusal.versionConflict', detail)
  }
  if (written.key !== before.key) throw fieldRefusal('key', 'parameter.fixedKey')
  await write(ctx, before, columnsFor(ctx, before, written))
  const after = await findParameter(ctx.db, id)
  tell(ctx, [id], { before: shownBefore, after })
  return after
}

/** Of what is shipped only the value is anybody's to change. */
function columnsFor(ctx: Context, before: StoredParameter, written: WrittenParameter) {
  if (!before.isSystem) return storedOf(ctx, written)
  const { key, valueType } = before
  const { value, secretValue } = written
  const bounded = { ...ruleOf(before.rule), key, valueType, value, secretValue }
  return valueColumns(ctx, bounded, JSON.stringify(before.defaultValue))
}

type Columns = ReturnType<typeof columnsFor> | { value: null; sealedValue: null }

async function write(ctx: Context, before: StoredParameter, columns: Columns): Promise<void> {
  const { id, version } = before
  const { userId, userName } = ctx.principal
  const updatedAt = ctx.now().toISOString()
  await ctx.db
    .updateTable('parameter')
    .set({ ...columns, version: version + 1, updatedAt, updatedBy: userId })
    .where('id', '=', id)
    .execute()
  const after = await lockParameter(ctx.db, id)
  const [oldValue, newValue] = [valueFor(before), valueFor(after)]
  const isSame = JSON.stringify(oldValue) === JSON.stringify(newValue)
  const isNewSecret = before.valueType === 'secret' && 'sealedValue' in columns
  if (isSame && !isNewSecret) return
  await noteChange(ctx.db, { parameterId: id, userName, oldValue, newValue })
}

/** What the history keeps: never a secret. */
function valueFor({ valueType, value, sealedValue, defaultValue }: StoredParameter): unknown {
  if (valueType === 'secret') return sealedValue ? '***' : null
  return value ?? defaultValue
}

/** Sets what a shipped parameter says, for another screen that steers it too; its bounds hold there. */
export async function setParameter(ctx: Context, key: ParameterKey, value: number): Promise<void> {
  const found = await ctx.db
    .selectFrom('parameter')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()
  // One that is not there says its default.
  if (!found && value === shippedParameters[key].value) return
  if (!found) throw notFound()
  const before = await lockParameter(ctx.db, found.id)
  if (valueFor(before) === value) return
  const { valueType, defaultValue } = before
  const written = { key, valueType, value: String(value), secretValue: null }
  const rule = ruleOf(before.rule)
  await write(ctx, before, valueColumns(ctx, { ...rule, ...written }, JSON.stringify(defaultValue)))
  tell(ctx, [found.id], { before: { key, value: valueFor(before) }, after: { key, value } })
}

async function remove(ctx: Context, ids: readonly string[]): Promise<{ count: number }> {
  const gone = await ctx.db
    .deleteFrom('parameter')
    .where('id', 'in', ids)
    .returning(['id', 'key', 'isSystem'])
    .execute()
  if (gone.length < new Set(ids).size) throw notFound()
  const shipped = gone.find(({ isSystem }) => isSystem)
  if (shipped)
    throw new Refusal(codes.warning, 'parameter.shipped', { params: { key: shipped.key } })
  tell(ctx, ids, { before: gone })
  return { count: gone.length }
}

async function reset(ctx: Context, id: string) {
  const before = await lockParameter(ctx.db, id)
  await write(ctx, before, { value: null, sealedValue: null })
  tell(ctx, [id], { before: { key: before.key, value: valueFor(before) } })
  return findParameter(ctx.db, id)
}

function tell(ctx: Context, ids: readonly string[], note: { before?: unknown; after?: unknown }) {
  ctx.note({ targetIds: ids, ...note })
  ctx.changed(parametersPath, ids)
}

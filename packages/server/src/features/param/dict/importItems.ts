import {
  codes,
  type FieldProblem,
  paramDicts,
  type ParsedOf,
  problemsOf,
  type TemplateChange,
  type TextKey,
} from '@muster/contract'
import { sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { isPattern, matchesPattern } from '../../../platform/pattern.ts'
import { translate } from '../../../platform/texts.ts'
import { canonicalText } from '../template/canonical.ts'
import { changesBetween } from '../template/diff.rules.ts'
import { dictBin } from './dictBin.ts'
import { entriesOf } from './dict.queries.ts'
import { faultOfDict } from './dict.rules.ts'
import { faultsOfParents } from './parents.ts'

type Asked = ParsedOf<typeof paramDicts.importItems>['body']
type Item = Asked['items'][number]
type Whole = ParsedOf<typeof paramDicts.add>['body']
type Rows = Awaited<ReturnType<typeof entriesOf>>

interface Known {
  readonly id: string
  readonly pid: string
  readonly version: number
  readonly defaultValue: string | null
}

/** Entries that are there by their names in small letters, as the dictionary tells them apart. */
type KnownByPid = ReadonlyMap<string, Known>

/** Takes entries over, all of them or none; what is wrong is said by the place in the list and the member. */
export async function importItems(ctx: Context, { aim, items }: Asked) {
  requireAim(ctx, aim)
  const known = await knownOf(ctx, items, sql`for update`)
  const whole = await goodOf(ctx, { aim, items }, { known, rows: await rowsOf(ctx, items) })
  let changed = 0
  for (const at of inOrder(whole)) {
    const item = whole[at]
    const before = item && known.get(item.pid.toLowerCase())
    if (before) changed += 1
    if (item) await write(ctx, { item, at, before })
  }
  return { added: items.length - changed, changed }
}

/** What taking entries over would add and change, whole as they are; what is wrong is said as {@link importItems} does. */
export async function compareItems(ctx: Context, { aim, items }: Asked): Promise<TemplateChange[]> {
  const rows = await rowsOf(ctx, items)
  const whole = await goodOf(ctx, { aim, items }, { known: await knownOf(ctx, items), rows })
  const before = whole.flatMap((item) => {
    const row = rows.get(item.pid)
    return row ? [comparable(item, new Map(Object.entries(row)))] : []
  })
  const after = whole.map((item) => comparable(item, new Map(Object.entries(withoutSecret(item)))))
  const titles = new Map(whole.map(({ pid, title }) => [pid, title]))
  return changesBetween({ ...nothing, fields: before }, { ...nothing, fields: after }).map(
    (change) => ({ ...change, title: titles.get(change.key) ?? change.key }),
  )
}

const rowsOf = (ctx: Context, items: readonly Item[]): Promise<Rows> =>
  entriesOf(
    ctx,
    items.map(({ pid }) => pid),
  )

/** An entry as it will be: what the list leaves out is as it was; a new one is called by its PID. */
function wholeOf(item: Item, rows: Rows) {
  const { body } = paramDicts.add.schemas
  const before = Object.entries(rows.get(item.pid) ?? { title: item.pid })
  const kept = before.filter(([name]) => Object.hasOwn(body.shape, name))
  return body.safeParse({ ...Object.fromEntries(kept), ...item }, { reportInput: true })
}

const nothing = { files: [], groups: [], headers: [], rules: [] }

/** That a secret gets another default is told, and not which. */
const withoutSecret = (item: Whole): Whole => {
  const { secret, secretDefault, defaultValue } = item
  const isGiven = secret && Boolean(secretDefault ?? defaultValue)
  return {
    ...item,
    secretDefault: isGiven ? '••••••' : null,
    defaultValue: secret ? null : defaultValue,
  }
}

/** What an entry of a list says, the members of each part in one order. */
const comparable = (item: Whole, members: ReadonlyMap<string, unknown>): object =>
  Object.fromEntries(
    Object.keys(item).map((name) => {
      const said = members.get(name)
      return [name, typeof said === 'object' && said !== null ? canonicalText(said) : said]
    }),
  )

interface Kept {
  readonly known: KnownByPid
  readonly rows: Rows
}

/** The entries, each whole, if nothing is wrong with any. */
async function goodOf(ctx: Context, { aim, items }: Asked, { known, rows }: Kept) {
  const firsts = firstsOf(items)
  const whole: Whole[] = []
  const faults = items.flatMap((item, at) => {
    const misnamed = faultsOfName(ctx, item, { at, known, aim, firsts })
    if (misnamed.length > 0) return misnamed
    const { data, error } = wholeOf(item, rows)
    if (error)
      return problemsOf(error).map(({ field, key, params }) =>
        saidAt(ctx, { at, field, key, params }),
      )
    whole.push(data)
    return faultsOf(ctx, data, { at, known })
  })
  if (faults.length > 0) throw refused(faults)
  const strays = await faultsOfParents(ctx, whole)
  if (strays.length > 0) throw refused(strays.map((stray) => saidAt(ctx, stray)))
  return whole
}

interface Fault {
  readonly at: number
  readonly field: string
  readonly key: TextKey
  readonly params?: Readonly<Record<string, string | number>>
}

const saidAt = ({ language }: Context, { at, field, key, params = {} }: Fault): FieldProblem => ({
  field: `items.${at}.${field}`,
  message: translate(language, key, params),
})

/** Whoever adds or changes by a list may do so one by one. */
function requireAim({ principal }: Context, aim: Asked['aim']): void {
  const needed = [
    ...(aim === 'existing' ? [] : [paramDicts.add.permission]),
    ...(aim === 'new' ? [] : [paramDicts.update.permission]),
  ]
  const permission = needed.find((code) => !mayCall(principal, code))
  if (permission) throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
}

async function knownOf({ db }: Context, items: readonly Item[], held = sql``): Promise<KnownByPid> {
  const pids = items.map(({ pid }) => pid.toLowerCase())
  const { rows } = await sql<Known>`select id, version, pid, default_value from param_dict
    where lower(pid) = any(${pids}::text[]) and deleted_at is null ${held}`.execute(db)
  return new Map(rows.map((row) => [row.pid.toLowerCase(), row]))
}

/** By their names in small letters, where entries stand in the list first. */
function firstsOf(items: readonly Item[]): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>()
  for (const [at, { pid }] of items.entries()) {
    const name = pid.toLowerCase()
    if (!firsts.has(name)) firsts.set(name, at)
  }
  return firsts
}

interface Placed {
  readonly at: number
  readonly known: KnownByPid
  readonly aim: Asked['aim']
  readonly firsts: ReadonlyMap<string, number>
}

/** What is wrong with the name of an entry, by what is there. */
function faultsOfName(
  ctx: Context,
  item: Item,
  { at, known, aim, firsts }: Placed,
): FieldProblem[] {
  const say = (key: TextKey) => [saidAt(ctx, { at, field: 'pid', key })]
  const pid = item.pid.toLowerCase()
  if (firsts.get(pid) !== at) return say('param.twice')
  const isThere = known.has(pid)
  if (isThere && aim !== 'new' && known.get(pid)?.pid !== item.pid) return say('paramDict.fixedPid')
  if (aim === 'new' && isThere) return say('paramDict.isThere')
  return aim === 'existing' && !isThere ? say('paramDict.isNotThere') : []
}

/** What is wrong with an entry by itself. */
function faultsOf(
  ctx: Context,
  item: Whole,
  { at, known }: Pick<Placed, 'at' | 'known'>,
): FieldProblem[] {
  const { secret, secretDefault, defaultValue } = item
  const given = (secret ? (secretDefault ?? defaultValue) : defaultValue) || null
  const fault = faultOfDict({ ...item, given }, { isPattern, matches: matchesPattern })
  if (fault) return [saidAt(ctx, { at, ...fault })]
  // As one by one: a plain member is kept in logs.
  const before = known.get(item.pid.toLowerCase())
  const isTyped = secret && defaultValue !== null && defaultValue !== before?.defaultValue
  return isTyped ? [saidAt(ctx, { at, field: 'defaultValue', key: 'paramDict.typeAsSecret' })] : []
}

const refused = (fields: readonly FieldProblem[]) =>
  new Refusal(codes.badRequest, 'refusal.badRequest', { fields })

/** The places of entries, each after the one that it depends on. */
function inOrder(items: readonly Whole[]): number[] {
  const places = new Map(items.map(({ pid }, at) => [pid, at]))
  const order = new Set<number>()
  for (const start of items.keys()) {
    const chain: number[] = []
    for (
      let at: number | undefined = start;
      at !== undefined && !order.has(at) && !chain.includes(at);
      at = places.get(items[at]?.dependsOn?.pid ?? '')
    )
      chain.push(at)
    for (const at of chain.toReversed()) order.add(at)
  }
  return [...order]
}

interface Written {
  readonly item: Whole
  readonly at: number
  readonly before: Known | undefined
}

async function write(ctx: Context, { item, at, before }: Written): Promise<void> {
  try {
    if (before) await dictBin.update(ctx, { ...item, id: before.id, version: before.version })
    else await dictBin.add(ctx, item)
  } catch (error) {
    if (!(error instanceof Refusal) || !error.detail.fields) throw error
    const { fields, params = {} } = error.detail
    throw refused(
      fields.map(({ field, message }) => ({
        field: `items.${at}.${field}`,
        message: translate(ctx.language, message, params),
      })),
    )
  }
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** An organisation that counts for a caller, alone or with everything below it. */
export interface ScopePlace {
  readonly id: string
  readonly path: string
  readonly withBelow: boolean
}

/** One rule of a data scope: a record counts when its place, its vendor and its model do. */
export interface ScopeRule {
  /** Organisations do not matter. */
  readonly isEverywhere: boolean
  readonly places: readonly ScopePlace[]
  /** What the caller made himself counts wherever it lies. */
  readonly isOwn: boolean
  /** None named means any. */
  readonly vendorIds: readonly string[]
  readonly modelIds: readonly string[]
}

/** Whose records a caller sees: what any of the rules lets through. */
export interface DataScope {
  /** Everything: one of the rules is everywhere and filters nothing. */
  readonly all: boolean
  readonly rules: readonly ScopeRule[]
}

/** Nothing at all. */
export const emptyScope: DataScope = { all: false, rules: [] }

/** Whether a rule lets only some vendors or models through. */
export const isFiltered = ({ vendorIds, modelIds }: ScopeRule): boolean =>
  vendorIds.length > 0 || modelIds.length > 0

/** Whether somebody sees all that is below whatever he sees himself. */
export const seesAllBelow = (scope: DataScope): boolean =>
  scope.all ||
  scope.rules.every(
    (rule) => !rule.isOwn && !isFiltered(rule) && rule.places.every(({ withBelow }) => withBelow),
  )

/** Rules as a scope; those that differ in their places only become one. */
export function scopeOf(rules: readonly ScopeRule[]): DataScope {
  const merged = new Map<string, ScopeRule>()
  for (const rule of rules) {
    const key = [[...rule.vendorIds].sort().join(), [...rule.modelIds].sort().join()].join('|')
    const same = merged.get(key)
    merged.set(key, same ? joined(same, rule) : rule)
  }
  const all = [...merged.values()].some((rule) => rule.isEverywhere && !isFiltered(rule))
  return { all, rules: [...merged.values()] }
}

const joined = (one: ScopeRule, other: ScopeRule): ScopeRule => ({
  ...one,
  isEverywhere: one.isEverywhere || other.isEverywhere,
  places: [...one.places, ...other.places],
  isOwn: one.isOwn || other.isOwn,
})

/** The columns that a table's rows are judged by; null where it has none. */
export interface ScopeColumns {
  readonly organization: string
  readonly creator: string | null
  readonly vendor: string | null
  readonly model: string | null
}

type Condition = RawBuilder<SqlBool>
const yes = sql<SqlBool>`true`
const no = sql<SqlBool>`false`

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? no : sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`

/** The organisations of a rule, as a condition on a column that names one. */
export function placedIn({ isEverywhere, places }: ScopeRule, column: RawBuilder<unknown>) {
  if (isEverywhere) return yes
  if (places.length === 0) return no
  const subtrees = places.filter(({ withBelow }) => withBelow).map(({ path }) => path)
  const alone = places.filter(({ withBelow }) => !withBelow).map(({ id }) => id)
  return sql<SqlBool>`${column} in (select scoped.id from organization as scoped
    where scoped.path <@ any(${subtrees}::ltree[]) or scoped.id = any(${alone}::uuid[]))`
}

/** Vendors and models of a rule, as conditions on the columns that a table has of them. */
export function filtersOf(
  { vendorIds, modelIds }: ScopeRule,
  { vendor, model }: Pick<ScopeColumns, 'vendor' | 'model'>,
): Condition[] {
  const conditions: Condition[] = []
  if (vendor !== null && vendorIds.length > 0)
    conditions.push(sql<SqlBool>`${sql.ref(vendor)} = any(${[...vendorIds]}::uuid[])`)
  else if (model !== null && vendorIds.length > 0)
    conditions.push(
      sql<SqlBool>`${sql.ref(model)} in (select made.id from model as made where made.vendor_id = any(${[...vendorIds]}::uuid[]))`,
    )
  if (model !== null && modelIds.length > 0)
    conditions.push(sql<SqlBool>`${sql.ref(model)} = any(${[...modelIds]}::uuid[])`)
  return conditions
}

/** Says the organisations of a rule otherwise than {@link placedIn} does. */
export type Placed = (rule: ScopeRule) => Condition

/** The rows of a table that a caller of this id and scope may touch. */
export function rowsWithin(
  { userId, scope }: { readonly userId: string; readonly scope: DataScope },
  columns: ScopeColumns,
  placed: Placed = (rule) => placedIn(rule, sql.ref(columns.organization)),
): Condition {
  if (scope.all) return yes
  return anyOf(
    scope.rules.map((rule) => {
      const place = placed(rule)
      const own =
        rule.isOwn && columns.creator !== null
          ? sql<SqlBool>`(${place} or ${sql.ref(columns.creator)} = ${userId})`
          : place
      return sql<SqlBool>`(${sql.join([own, ...filtersOf(rule, columns)], sql` and `)})`
    }),
  )
}

/** Reference data of vendors and models: cut by the filters alone, whatever the organisations. */
export function madeWithin(
  { rules, all }: DataScope,
  columns: Pick<ScopeColumns, 'vendor' | 'model'>,
): Condition {
  if (all || rules.some((rule) => filtersOf(rule, columns).length === 0)) return yes
  return anyOf(
    rules.map((rule) => sql<SqlBool>`(${sql.join(filtersOf(rule, columns), sql` and `)})`),
  )
}

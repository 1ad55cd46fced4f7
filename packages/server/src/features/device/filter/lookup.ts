import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { compareVersions } from './versions.rules.ts'

/** Beyond so many organisations a list of their ids costs more than asking the tree for each terminal. */
const maxOrganizations = 1000

/** Vendors that give the same warranty. */
interface Term {
  readonly vendorIds: string[]
  readonly months: number
}

/** A version of an application that terminals have. */
interface Installed {
  readonly code: number
  readonly name: string | null
}

/** A published revision of a template. */
interface Revision {
  readonly id: string
  readonly rev: number
}

/**
 * What filters say by other records, read before the terminals are asked: then the planner knows which
 * values are meant and how many terminals have them. Each question is asked once, however many filters
 * are translated together.
 */
export interface Lookup {
  readonly organizationsBelow: (ids: readonly string[]) => Promise<Condition>
  readonly areasBelow: (ids: readonly string[]) => Promise<readonly string[]>
  readonly modelsOf: (categoryIds: readonly string[]) => Promise<readonly string[]>
  readonly versions: (
    measure: 'FIRMWARE' | 'AGENT' | 'OS' | 'SP' | 'KERNEL' | 'PATCH',
    op: 'older' | 'newer',
    than: string,
  ) => Promise<readonly string[]>
  readonly warranties: () => Promise<readonly Term[]>
  readonly installed: (packageName: string) => Promise<readonly Installed[]>
  readonly templateRevisions: (code: string) => Promise<readonly Revision[]>
}

type Db = Pick<Context, 'db'>['db']

/** Answers as of now; not to be kept for longer than one transaction. */
export function lookupIn(db: Db): Lookup {
  const places = remembering<Condition>()
  const areas = remembering<string[]>()
  const models = remembering<string[]>()
  const versions = remembering<string[]>()
  const terms = remembering<readonly Term[]>()
  const apps = remembering<readonly Installed[]>()
  const revisions = remembering<readonly Revision[]>()
  const keyOf = (ids: readonly string[]) => [...ids].sort().join()
  return {
    organizationsBelow: (ids) => places(keyOf(ids), () => organizationsBelow(db, ids)),
    areasBelow: (ids) => areas(keyOf(ids), () => areasBelow(db, ids)),
    modelsOf: (ids) => models(keyOf(ids), () => modelsOf(db, ids)),
    async versions(measure, op, than) {
      const all = await versions(measure, () => versionsOf(db, measure))
      const sign = op === 'older' ? -1 : 1
      return all.filter((version) => sign * compareVersions(version, than) > 0)
    },
    warranties: () => terms('', () => warrantiesOf(db)),
    installed: (name) => apps(name, () => installedOf(db, name)),
    templateRevisions: (code) => revisions(code.toLowerCase(), () => revisionsOf(db, code)),
  }
}

/** Asks once for each key. */
function remembering<T>() {
  const known = new Map<string, Promise<T>>()
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const answer = known.get(key) ?? ask()
    known.set(key, answer)
    return answer
  }
}

async function organizationsBelow(db: Db, tops: readonly string[]): Promise<Condition> {
  const below = sql<{ id: string }>`select below.id from organization as below where below.path <@
    any(array(select top.path from organization as top where top.id = any(${[...tops]}::uuid[])))`
  const { rows } = await sql<{ id: string }>`${below} limit ${maxOrganizations + 1}`.execute(db)
  if (rows.length <= maxOrganizations)
    return sql<SqlBool>`device.org_id = any(${rows.map(({ id }) => id)}::uuid[])`
  const outside = await sql`select from organization as own where not own.path <@
    any(array(select top.path from organization as top where top.id = any(${[...tops]}::uuid[])))
    limit 1`.execute(db)
  if (outside.rows.length === 0) return sql<SqlBool>`true`
  // "is true" keeps it a hashed lookup on the way through the list; a join would sort the estate.
  return sql<SqlBool>`(device.org_id in (${below})) is true`
}

async function areasBelow(db: Db, tops: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive below as (
      select id from timezone_area where id = any(${[...tops]}::uuid[])
      union select area.id from timezone_area area join below on area.parent_id = below.id)
    select id from below`.execute(db)
  return rows.map(({ id }) => id)
}

/** The models of categories and of those below them. */
async function modelsOf(db: Db, categoryIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive below as (
      select id from category where id = any(${[...categoryIds]}::uuid[])
      union select category.id from category join below on category.parent_id = below.id)
    select model.id from model where model.category_id in (select below.id from below)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Every version that a terminal runs, by counts that are kept; also some that none runs any more. */
export async function versionsOf(db: Db, measure: string): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`select value from estate_total total
      join organization root on root.id = total.place and root.parent_id is null
      where total.measure = ${measure}
    union select value from estate_change where measure = ${measure}`.execute(db)
  return rows.map(({ value }) => value).filter(Boolean)
}

async function warrantiesOf(db: Db): Promise<readonly Term[]> {
  const { rows } = await sql<Term>`select array_agg(id) as vendor_ids, warranty_months as months
    from vendor where warranty_months is not null group by 2`.execute(db)
  return rows
}

/** From one version to the next by the index: as many steps as there are versions, however many terminals have them. */
async function installedOf(db: Db, name: string): Promise<readonly Installed[]> {
  const next = (after: RawBuilder<unknown>) => sql`select held.version_code from device_app held
    where held.package = ${name} ${after} order by held.version_code limit 1`
  const { rows } = await sql<Installed>`with recursive known as (
      (${next(sql``)})
      union all select (${next(sql`and held.version_code > known.version_code`)})
        from known where known.version_code is not null)
    select known.version_code as code, (select held.version_name from device_app held
      where held.package = ${name} and held.version_code = known.version_code limit 1) as name
    from known where known.version_code is not null`.execute(db)
  return rows
}

async function revisionsOf(db: Db, code: string): Promise<readonly Revision[]> {
  const { rows } = await sql<Revision>`select published.id, published.rev
    from param_template template join param_template_rev published on published.template_id = template.id
    where lower(template.code) = lower(${code}) and template.deleted_at is null`.execute(db)
  return rows
}

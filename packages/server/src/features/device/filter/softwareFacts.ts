import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../../../kit/page.ts'
import { type Asked, type Fact, type Finds, impossible } from './fact.ts'
import { namesOf } from './has.ts'
import { compareVersions } from './versions.rules.ts'

const no = sql<SqlBool>`false`

const hasApps: Finds = ({ op, values }) => {
  if (op === 'hasAny') return hasOneOf(values)
  // Each is looked for by itself: together they would say that one of them is there.
  return sql<SqlBool>`(${sql.join(
    values.map((one) => hasOneOf([one])),
    sql` and `,
  )})`
}

// Asked by the terminal: what most have would have to be read as a whole to tell who has not.
const hasOneOf = (packages: readonly string[]): Condition =>
  sql<SqlBool>`exists (select from device_app installed
    where installed.device_id = device.id and installed.package = any(${[...packages]}::text[]))`

/** The versions of an application that terminals have are few: which are meant is known before the terminals are asked. */
const runsVersion: Finds = async (asked) => {
  const { name, version } = partsOf(asked.value)
  const known = await asked.lookup.installed(name)
  const codes = known
    .filter(({ code, name: called }) =>
      asked.op === 'is'
        ? called === version || String(code) === version
        : isMeant(asked, called ?? String(code), version),
    )
    .map(({ code }) => code)
  if (codes.length === 0) return no
  return sql<SqlBool>`exists (select from device_app installed where installed.device_id = device.id
    and installed.package = ${name} and installed.version_code = any(${codes}::bigint[]))`
}

const runsRevision: Finds = async (asked) => {
  const { name, version } = partsOf(asked.value)
  const known = await asked.lookup.templateRevisions(name)
  const ids = known
    .filter(({ rev }) =>
      asked.op === 'is' ? String(rev) === version : isMeant(asked, String(rev), version),
    )
    .map(({ id }) => id)
  if (ids.length === 0) return no
  return sql<SqlBool>`exists (select from param_desired held join param_set shared on shared.id = held.set_id
    where held.device_id = device.id and held.until is null and held.state = 'APPLIED'
      and shared.template_rev_id = any(${ids}::uuid[]))`
}

function isMeant({ op }: Asked, version: string, than: string): boolean {
  if (op !== 'older' && op !== 'newer') return impossible({ op })
  return (op === 'older' ? -1 : 1) * compareVersions(version, than) > 0
}

/** What stands before the first `=`, and behind it. */
function partsOf(pair: string): { readonly name: string; readonly version: string } {
  const place = pair.indexOf('=')
  return { name: pair.slice(0, place).trim(), version: pair.slice(place + 1).trim() }
}

/** Applications that are installed, by their packages. */
export const appFact: Fact = {
  finds: hasApps,
  has: ({ values }) => sql`array(select installed.package from device_app installed
    where installed.device_id = device.id and installed.package = any(${[...values]}::text[]) order by 1)`,
}

export const appVersionFact: Fact = {
  finds: runsVersion,
  has: ({ values }) => sql`array(select installed.package || '='
      || coalesce(installed.version_name, installed.version_code::text)
    from device_app installed
    where installed.device_id = device.id and installed.package = any(${namesOf(values)}::text[]))`,
}

/** Whose values run on the terminal: those that it has said it applied. */
export const paramRevisionFact: Fact = {
  finds: runsRevision,
  has: ({ values }) => sql`array(select template.code || '=' || published.rev
    from param_desired held join param_set shared on shared.id = held.set_id
      join param_template_rev published on published.id = shared.template_rev_id
      join param_template template on template.id = published.template_id
    where held.device_id = device.id and held.until is null and held.state = 'APPLIED'
      and lower(template.code) = any(${namesOf(values).map((code) => code.toLowerCase())}::text[]))`,
}

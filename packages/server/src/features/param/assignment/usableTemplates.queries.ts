import {
  mostParamTemplates,
  type params,
  type ParsedOf,
  type UsableTemplate,
} from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { usualVersion } from './installed.queries.ts'

const own = organizationsBy('own.id')

type Wanted = ParsedOf<(typeof params)['templates']>['query']

/** Revisions of published templates that can be used at organisations of the caller: first what comes with the version that is there, then the newest. */
export async function usableTemplates(ctx: Context, asked: Wanted): Promise<UsableTemplate[]> {
  const { db, principal } = ctx
  const { appId, orgId } = asked
  const runs = await usualVersion(ctx, asked)
  const version = await versionThere(ctx, appId, runs)
  // Of what the version brings, in its order, the newest revision; then all others.
  const place = sql`case when template.rev = rev.rev
    then array_position(${version?.paramTemplateIds ?? []}::uuid[], template.id) end`
  const { rows } = await sql<
    Omit<UsableTemplate, 'fits' | 'broughtBy'> & { isBrought: boolean }
  >`select rev.id, ${place} is not null as is_brought, template.name, rev.rev, template.version_from,
      template.version_to, rev.published_at
    from param_template template join organization place on place.id = template.org_id
      join param_template_rev rev on rev.template_id = template.id
    where template.app_id = ${appId} and template.state = 'PUBLISHED' and template.status = 1
      and template.deleted_at is null
      and exists (select from organization own where own.path <@ place.path
        and (${orgId ?? null}::uuid is null or own.id = ${orgId ?? null}) and ${own.rows(principal)})
    order by ${place}, template.rev = rev.rev desc, rev.published_at desc, template.name, rev.id limit ${mostParamTemplates}`.execute(
    db,
  )
  return rows.map(({ isBrought, ...row }) => ({
    ...row,
    fits: runs === null ? null : isFor(row, runs),
    broughtBy: isBrought ? (version?.versionName ?? null) : null,
  }))
}

interface Version {
  readonly versionName: string
  readonly paramTemplateIds: readonly string[]
}

/** The version of an application that terminals run; where none is known, the one that all may get. */
async function versionThere(
  { db }: Context,
  appId: string,
  code: number | null,
): Promise<Version | undefined> {
  const { rows } = await sql<Version>`select version_name, param_template_ids from apk
    where app_id = ${appId} and deleted_at is null
      and case when ${code}::bigint is null then state = 'ONLINE' and track = 'PRODUCTION'
        else version_code = ${code} end
    order by version_code desc limit 1`.execute(db)
  return rows[0]
}

const isFor = (
  { versionFrom, versionTo }: Pick<UsableTemplate, 'versionFrom' | 'versionTo'>,
  version: number,
): boolean => (versionFrom ?? version) <= version && version <= (versionTo ?? version)

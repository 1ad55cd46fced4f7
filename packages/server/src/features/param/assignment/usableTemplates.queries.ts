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

/** Newest revisions of published templates that can be used at organisations of the caller. */
export async function usableTemplates(ctx: Context, asked: Wanted): Promise<UsableTemplate[]> {
  const { db, principal } = ctx
  const { appId, orgId } = asked
  const { rows } = await sql<
    Omit<UsableTemplate, 'fits'>
  >`select rev.id, template.name, rev.rev, template.version_from,
      template.version_to, rev.published_at
    from param_template template join organization place on place.id = template.org_id
      join param_template_rev rev on rev.template_id = template.id
    where template.app_id = ${appId} and template.state = 'PUBLISHED' and template.status = 1
      and template.deleted_at is null
      and exists (select from organization own where own.path <@ place.path
        and (${orgId ?? null}::uuid is null or own.id = ${orgId ?? null}) and ${own.rows(principal)})
    order by template.rev = rev.rev desc, rev.published_at desc, template.name, rev.id limit ${mostParamTemplates}`.execute(
    db,
  )
  const runs = rows.length === 0 ? null : await usualVersion(ctx, asked)
  return rows.map((row) => ({ ...row, fits: runs === null ? null : isFor(row, runs) }))
}

const isFor = (
  { versionFrom, versionTo }: Pick<UsableTemplate, 'versionFrom' | 'versionTo'>,
  version: number,
): boolean => (versionFrom ?? version) <= version && version <= (versionTo ?? version)

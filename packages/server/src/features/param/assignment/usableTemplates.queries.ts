import { mostParamTemplates, type UsableTemplate } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'

const own = organizationsBy('own.id')

interface Wanted {
  readonly appId: string
  readonly orgId?: string | undefined
}

/** Newest revisions of published templates that can be used at organisations of the caller. */
export async function usableTemplates(
  { db, principal }: Context,
  { appId, orgId }: Wanted,
): Promise<UsableTemplate[]> {
  const { rows } =
    await sql<UsableTemplate>`select rev.id, template.name, rev.rev, template.version_from,
      template.version_to, rev.published_at
    from param_template template join organization place on place.id = template.org_id
      join param_template_rev rev on rev.template_id = template.id
    where template.app_id = ${appId} and template.state = 'PUBLISHED' and template.status = 1
      and template.deleted_at is null
      and exists (select from organization own where own.path <@ place.path
        and (${orgId ?? null}::uuid is null or own.id = ${orgId ?? null}) and ${own.rows(principal)})
    order by template.rev = rev.rev desc, template.name, rev.rev desc limit ${mostParamTemplates}`.execute(
      db,
    )
  return rows
}

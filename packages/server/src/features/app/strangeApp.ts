import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Over `app`: on the line of a terminal, whose organisation has this path, a package is one application.
 * Another one that calls itself the same is a stranger's, who may ask for what is installed to be removed first.
 */
export const isStrangeApp = (path: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from organization place join app near on near.org_id = place.id
    where place.path @> ${path} and near.os_kind = app.os_kind and lower(near.package) = lower(app.package)
      and near.deleted_at is null and near.id <> app.id)`

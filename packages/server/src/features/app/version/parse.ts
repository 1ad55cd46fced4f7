import type { apks, ParsedOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { translate } from '../../../platform/texts.ts'
import { appScope } from '../appScope.ts'
import { type Judged, withJudged } from '../package/judged.ts'
import { problemsOf } from './apk.rules.ts'
import { lockApp, type OwnApp, situationOf } from './situation.ts'

type Wish = ParsedOf<typeof apks.parse>['body']

/** Says what a stored file is, and what would stand in its way as a version. */
export const parse = (ctx: Context, given: Wish) =>
  withJudged(ctx, given, async (after, { file, facts }) => {
    const { appId } = given
    const app = appId === null ? await findApp(after, facts) : await lockApp(after, appId)
    const problems = app ? await problemsIn(after, app, facts) : []
    return {
      facts,
      bytes: file.bytes,
      sha256: file.sha256.toString('hex'),
      problems,
      app: app && { id: app.id, name: app.name },
    }
  })

async function problemsIn(ctx: Context, app: OwnApp, facts: Judged['facts']): Promise<string[]> {
  const { language } = ctx
  const situation = await situationOf(ctx, { app, apkId: null, isRollback: false, modelIds: [] })
  const { package: wanted } = app
  const { packageName: found } = facts
  const other = found === wanted ? [] : [translate(language, 'apk.otherPackage', { found, wanted })]
  return [
    ...other,
    ...problemsOf(facts, situation).map(({ key, values }) => translate(language, key, values)),
  ]
}

/** The application of a package that the caller sees. */
async function findApp(ctx: Context, { packageName, osKind }: Judged['facts']) {
  const { rows } = await sql<OwnApp>`select * from app where package = ${packageName}
    and os_kind = ${osKind} and deleted_at is null and ${appScope.rows(ctx.principal)}
    order by created_at limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

import { codes, type SentParamFile, type SentParams } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { differencesOf, readTemplate } from '../assignment/draft.ts'
import { type Shown, shownDifferences, shownOf } from '../assignment/shown.ts'
import { pluginBytes } from '../format/write.ts'
import { formatFaultTexts } from '../format/formatFault.ts'
import { readableBytes } from '../format/readable.ts'
import { filesOf, storedIn } from '../delivery/archive.ts'
import { type HeldSet, requireSn, saidIn } from '../resolve/effective.queries.ts'

/** Stands for what is secret, or not shown to who asks. */
const mask = '******'

/** Whose a terminal was then decides who may know. */
const own = organizationsBy('held.orgId')

interface Asked {
  readonly deviceId: string
  readonly appId: string
  /** Undefined: what it should have now. */
  readonly revision: number | undefined
}

interface Held extends HeldSet {
  readonly revision: number
  readonly since: string
  readonly until: string | null
  readonly appName: string
}

/** The files that a terminal was to have by one of its revisions, and in what that differs from the one before. */
export async function sentOf(ctx: Context, asked: Asked): Promise<SentParams> {
  const sn = await requireSn(ctx, asked.deviceId)
  const [held, before] = await heldUpTo(ctx, asked)
  if (!held || (asked.revision !== undefined && held.revision !== asked.revision))
    throw new Refusal(codes.wrongState, 'refusal.notFound')
  const { revision, since, until, appName } = held
  const said = await saidIn(ctx, held)
  const was = before ? await saidIn(ctx, before) : null
  const revisionIds = [held, before].flatMap((one) => one?.templateRevId ?? [])
  const isShown = await shownOf(ctx, revisionIds)
  const changes =
    was && (await shownDifferences(ctx, differencesOf(was, said), { isShown, revisionIds }))
  return {
    sn,
    appName,
    revision,
    since,
    until,
    files: await maskedFiles(ctx, said, isShown),
    previous: before?.revision ?? null,
    differences: changes?.differences ?? null,
    hiddenCount: changes?.hiddenCount ?? 0,
  }
}

/** A revision and the one before it, as far as they are known. */
async function heldUpTo({ db, principal }: Context, { deviceId, appId, revision }: Asked) {
  const { rows } =
    await sql<Held>`select held.device_id, held.app_id, held.revision, held.set_id, param_set.template_rev_id,
      held.since, held.until, held.variables, held.sealed_variables, app.name as app_name
    from param_desired held join param_set on param_set.id = held.set_id join app on app.id = held.app_id
    where held.device_id = ${deviceId} and held.app_id = ${appId} and ${own.rows(principal)}
      and ${revision === undefined ? sql`true` : sql`held.revision <= ${revision}`}
    order by held.revision desc limit 2`.execute(db)
  return rows
}

type Said = Awaited<ReturnType<typeof saidIn>>

async function maskedFiles(
  ctx: Context,
  { templateRevId, values, secrets }: Said,
  isShown: Shown,
): Promise<SentParamFile[]> {
  const shown = Object.entries(values).map(
    ([pid, text]) => [pid, isShown(pid) ? text : mask] as const,
  )
  const masked = Object.keys(secrets).map((pid) => [pid, mask] as const)
  const all: Record<string, string> = Object.fromEntries([...shown, ...masked])
  const template = await readTemplate(ctx, templateRevId)
  const store = { ...ctx.platform, db: ctx.db }
  // A plug-in may not know what to do with what is masked.
  const bytes = await pluginBytes(store, {
    template,
    values: all,
    otherwise: ({ format, fileName: file }, { kind, said }) =>
      Buffer.from(translate(ctx.language, formatFaultTexts[kind], { format, file, said })),
  })
  return filesOf(template, all, bytes).map((file) => {
    const kept = storedIn(file)
    const { name, encoding } = file
    const text = file.bytes ? readableBytes(file.bytes) : file.text
    return { name, encoding, text: kept ? null : text, size: kept?.size ?? null }
  })
}

import type { FrozenTemplate } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { matchesTogether } from '../../../platform/pattern.ts'
import { type Kept, letGo, levelOf, plain, unasked } from './assignmentBin.ts'
import { kept, opened, readTemplate } from './draft.ts'
import { faultOfSecrets, judging, type Said } from './draft.rules.ts'
import { keepFilesOf } from './files.ts'
import { pick, shownOf, worded } from './shown.ts'
import { inheritedOf, judgedInherited, shownInherited } from './inherited.ts'

/** An assignment with what its editor needs. */
export async function formOf(ctx: Context, id: string) {
  const row = await plain.find(ctx, id)
  const said = opened(ctx.platform, id, row)
  const { template, inherited, faults } = await judge(ctx, row, said)
  const isShown = await shownOf(ctx, [row.templateRevId])
  return {
    version: row.version,
    template: { ...template, fields: template.fields.filter(({ pid }) => isShown(pid)) },
    values: pick(said.values, isShown),
    secretPids: Object.keys(said.secrets).filter(isShown),
    inherited: shownInherited(inherited.filter(({ pid }) => isShown(pid))),
    faults: faults.map((fault) => worded(ctx, fault, isShown)),
  }
}

interface Typed {
  readonly version: number
  readonly values: Said['values']
  readonly secrets: Said['secrets']
  readonly keptSecrets: readonly string[]
  /** What the template has not is left out. */
  readonly ignoreUndefined: boolean
}

/** Keeps what was typed; who waits for a second person begins anew. */
export async function saveDraft(ctx: Context, id: string, typed: Typed) {
  const before = await plain.find(ctx, id)
  const known = opened(ctx.platform, id, before)
  const template = await readTemplate(ctx, before.templateRevId)
  // Neither kept nor logged in clear.
  const open = template.fields.find(({ pid, secret }) => secret && Object.hasOwn(typed.values, pid))
  if (open) throw fieldRefusal(`values.${open.pid}`, 'param.typeAsSecret')
  const isShown = await shownOf(ctx, [before.templateRevId])
  const beyond = [typed.values, typed.secrets].flatMap(Object.keys).find((pid) => !isShown(pid))
  if (beyond !== undefined) throw fieldRefusal(`values.${beyond}`, 'param.advanced')
  requireGoodSecrets(template, typed.secrets)
  const stays = new Set(typed.keptSecrets)
  // What he is not shown stays as it is.
  const whole = {
    values: { ...pick(known.values, (pid) => !isShown(pid)), ...typed.values },
    secrets: {
      ...pick(known.secrets, (pid) => stays.has(pid) || !isShown(pid)),
      ...typed.secrets,
    },
  }
  const said = typed.ignoreUndefined ? definedOf(template, whole) : whole
  const row = await plain.update(ctx, {
    id,
    version: typed.version,
    ...keptAfter(ctx, before, { said, typed }),
    ...(await unasked(ctx, before)),
  })
  await letGo(ctx, [id])
  await keepFilesOf(ctx, row.templateRevId, { id, name: row.name, values: said.values })
  const { faults } = await judge(ctx, row, said)
  const left = new Set(pidsOf(said))
  return {
    version: row.version,
    faults: faults.map((fault) => worded(ctx, fault, isShown)),
    ignored: pidsOf(whole).filter((pid) => isShown(pid) && !left.has(pid)),
  }
}

/** Secrets of which he typed none and leaves out none stay sealed as they are: what is sealed anew counts as changed. */
function keptAfter(
  ctx: Context,
  before: Kept,
  { said, typed }: { readonly said: Said; readonly typed: Typed },
) {
  const all = kept(ctx.platform, before.id, said)
  const areKept =
    Object.keys(typed.secrets).length === 0 && all.secretPids.length === before.secretPids.length
  return areKept ? { ...all, sealed: before.sealed } : all
}

/** Secrets are judged when they are typed and never again, so that none that is wrong is kept. */
function requireGoodSecrets(template: FrozenTemplate, typed: Said['secrets']): void {
  const bad = faultOfSecrets(template, typed, matchesTogether())
  if (bad) throw fieldRefusal(`values.${bad.pid}`, bad.fault.key, bad.fault.params)
}

/** What of it a template has. */
function definedOf({ fields }: FrozenTemplate, { values, secrets }: Said): Said {
  const pids = new Set(fields.map(({ pid }) => pid))
  const isDefined = (pid: string) => pids.has(pid)
  return { values: pick(values, isDefined), secrets: pick(secrets, isDefined) }
}

const pidsOf = ({ values, secrets }: Said): string[] => [
  ...Object.keys(values),
  ...Object.keys(secrets),
]

/** What is wrong with what an assignment would say, and what it would be said beside. */
export async function judge(ctx: Context, row: Kept, said: Said) {
  const template = await readTemplate(ctx, row.templateRevId)
  const pids = template.fields.map(({ pid }) => pid)
  const inherited = await inheritedOf(ctx, { ...row, level: levelOf(row) }, pids)
  const faults = judging(
    template,
    matchesTogether,
  )({
    ...said,
    inherited: judgedInherited(inherited),
  })
  return { template, inherited, faults }
}

/** Other assignments that speak of some of its terminals: those above it, and those within it. */
export async function othersOf(ctx: Context, row: Kept) {
  const { rows } = await sql<{
    id: string
    name: string
    level: string
    targetName: string
  }>`select other.id, other.name, other.level, other.target_name
    from param_assignment_row other join organization place on place.id = other.org_id
      join organization own on own.id = ${row.orgId}
    where other.app_id = ${row.appId} and other.id <> ${row.id} and other.state = 'ACTIVE'
      and other.deleted_at is null and other.status = 1
      and (own.path <@ place.path and other.level = 'ORG' or place.path <@ own.path and ${row.level === 'ORG'}
        or other.device_id = ${row.deviceId} or other.level <> 'ORG' and place.path @> own.path and ${row.level !== 'ORG'})
      and ${plain.scope.rows(ctx.principal)}
    order by other.level, other.name limit 50`.execute(ctx.db)
  return rows.map((other) => ({ ...other, level: levelOf(other) }))
}

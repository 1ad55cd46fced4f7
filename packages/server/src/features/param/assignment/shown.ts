import type { ParamFault } from '@muster/contract'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { translate } from '../../../platform/texts.ts'
import type { Difference } from './draft.ts'
import type { Fault } from './draft.rules.ts'
import { labelsOf } from './labels.queries.ts'

/** Whether somebody is shown advanced and hidden parameters, and may say something about them. */
export const seesAdvanced = ({ principal }: Pick<Context, 'principal'>): boolean =>
  mayCall(principal, 'PARAM_ADVANCED')

/** Which parameters somebody is shown. */
export type Shown = (pid: string) => boolean

/** Of the parameters of these revisions of templates: all but those that are advanced in one of them. */
export async function shownOf(ctx: Context, revisionIds: readonly string[]): Promise<Shown> {
  if (seesAdvanced(ctx) || revisionIds.length === 0) return () => true
  const rows = await ctx.db
    .selectFrom('paramTemplatePid')
    .select('pid')
    .where('templateRevId', 'in', [...new Set(revisionIds)])
    .where('isAdvanced', '=', true)
    .execute()
  const hidden = new Set(rows.map(({ pid }) => pid))
  return (pid) => !hidden.has(pid)
}

/** Texts of the parameters that somebody is shown. */
export const pick = <V>(all: Readonly<Record<string, V>>, which: Shown): Record<string, V> =>
  Object.fromEntries(Object.entries(all).filter(([pid]) => which(pid)))

interface Told {
  readonly isShown: Shown
  /** Of the templates that the sides are by, whose forms name the parameters: the later side's first. */
  readonly revisionIds: readonly string[]
}

/** Differences that somebody is shown, each as forms call it, and how many he is not. */
export async function shownDifferences(
  ctx: Context,
  all: readonly Difference[],
  { isShown, revisionIds }: Told,
) {
  const shown = all.filter(({ pid }) => isShown(pid))
  const labels = await labelsOf(
    ctx,
    revisionIds,
    shown.map(({ pid }) => pid),
  )
  const differences = shown.map((one) => ({ ...one, label: labels.get(one.pid) ?? null }))
  return { differences, hiddenCount: all.length - shown.length }
}

/** A fault in words; of one that is only about what somebody is not shown, only that there is one. */
export function worded(
  { language }: Pick<Context, 'language'>,
  { pids, key, params }: Fault,
  isShown: Shown,
): ParamFault {
  const shown = pids.filter(isShown)
  if (pids.length > 0 && shown.length === 0)
    return { pids: [], message: translate(language, 'param.faultNotShown') }
  return { pids: shown, message: translate(language, key, params) }
}

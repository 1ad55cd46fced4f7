import { type apks, codes, type ParsedOf, pendingApkStates } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { storedApks } from './apkBin.ts'
import { templateProblems } from './apk.rules.ts'
import { requireTemplates } from './broughtTemplates.ts'
import { lockApp } from './situation.ts'

type Wish = ParsedOf<typeof apks.setTemplates>['body']

/** Says which templates a version brings from now on; what nobody has decided about yet, its form says. */
export async function setTemplates(
  ctx: Context,
  id: string,
  { version, paramTemplateIds: ids }: Wish,
): Promise<{ count: number }> {
  const { appId } = await storedApks.find(ctx, id)
  const app = await lockApp(ctx, appId)
  const { state, versionCode, paramTemplateIds: before } = await storedApks.find(ctx, id)
  if (pendingApkStates.some((one) => one === state))
    throw new Refusal(codes.wrongState, 'apk.undecided', { data: { state } })
  if (templateProblems(app, ids).length > 0) throw fieldRefusal('paramTemplateIds', 'rule.required')
  await requireTemplates(ctx, { app, versionCode, ids, before })
  await storedApks.update(ctx, { id, version, paramTemplateIds: [...new Set(ids)] })
  return { count: 1 }
}

import type { platformUsers } from '@muster/contract'
import { codes, type ParsedOf, type PlatformUser } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { mailTo } from '../../mail/index.ts'
import { accountBin } from '../account/accountBin.ts'
import { type Locked, lockFor, settlePlatformUser } from './platformUser.queries.ts'

type Decision = ParsedOf<typeof platformUsers.review>['body']

/** Decides about a request. Of two who decide at once the second is told what it is by now. */
export async function review(ctx: Context, id: string, decision: Decision): Promise<PlatformUser> {
  const { result, reason } = decision
  if (result === 'REJECTED' && reason === '') throw fieldRefusal('reason', 'rule.required')
  const found = await lockFor(ctx, id, result === 'APPROVED' ? 'approve' : 'reject')
  if (found.version !== decision.version)
    throw new Refusal(codes.versionConflict, 'platform.changed', {
      data: { version: found.version },
    })
  await mailResult(ctx, found, decision)
  const userId = result === 'APPROVED' ? await openAccount(ctx, found, decision) : null
  return settlePlatformUser(ctx, found, { state: found.next, reason, userId })
}

/** Makes the account as staff would: nobody gives more than he holds, and its owner is invited by mail. */
async function openAccount(
  ctx: Context,
  { email, realName, phone, language }: Locked,
  { userName, orgId, vendorId, roleIds }: Decision,
): Promise<string> {
  if (!userName) throw fieldRefusal('userName', 'rule.required')
  if (!orgId) throw fieldRefusal('orgId', 'rule.required')
  if (roleIds.length === 0) throw fieldRefusal('roleIds', 'rule.required')
  const person = { userName, realName, email, phone, language }
  const account = await accountBin.add(ctx, { ...person, orgId, vendorId, roleIds })
  return account.id
}

async function mailResult(
  ctx: Context,
  { email, realName, language, siteOrgId }: Locked,
  { result, reason, orgId }: Decision,
): Promise<void> {
  const spoken = language ?? ctx.language
  await mailTo(ctx, {
    to: email,
    template: 'REVIEW_RESULT',
    language: spoken,
    orgId: result === 'APPROVED' ? orgId : siteOrgId,
    values: {
      userName: realName,
      result: translate(spoken, `platform.result.${result}`),
      remark: reason,
    },
  })
}

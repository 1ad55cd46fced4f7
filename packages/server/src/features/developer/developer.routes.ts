import { codes, developers, type ParsedOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { notFound, Refusal } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { heldFile } from '../file/upload/index.ts'
import { mailTo } from '../mail/index.ts'
import { giveNotice } from '../notice/index.ts'
import {
  linkTo,
  lockDeveloper,
  requireOther,
  settleDeveloper,
  tellAccount,
} from './developer.queries.ts'
import { approveByDomain, developerBin, tellReviewers } from './developerBin.ts'
import { developerScope } from './developerScope.ts'
import { toldOf } from './memberRole.ts'
import { readProgramme } from './programme.ts'
import { review } from './review.ts'
import { endSecrets, makeSecret } from './secret.ts'

/** Developers: who they are, what is decided about them, and the secret that they sign with. */
export const developerRoutes = serve(developers, developerScope, {
  ...lifecycle(developers, developerBin, {
    search: ['name', 'email', 'licenceNo'],
    order: ['name'],
    computed: [
      'dueAt',
      'hasAgreed',
      'createdBy',
      'publishOrgIds',
      'appCount',
      'onlineCount',
      'pendingCount',
      'signers',
    ],
  }),
  programme: (_, { db }) => readProgramme(db),
  review: ({ params, body }, ctx) => review(ctx, params.id, body),
  apply: ({ params }, ctx) => applyAgain(ctx, params.id),
  agree: ({ params, body }, ctx) => agree(ctx, params.id, body.agreementVersion),
  suspend: ({ params: { id, on }, body }, ctx) => suspend(ctx, id, { on, ...body }),
  close: ({ params, body }, ctx) => close(ctx, params.id, body.reason),
  message: ({ params, body }, ctx) => message(ctx, params.id, body),
  secret: ({ params, body }, ctx) => newSecret(ctx, params.id, body),
  licence: async ({ params: { id } }, ctx) => {
    const { licenceFileId, name } = await developerBin.find(ctx, id)
    if (licenceFileId === null) throw notFound()
    ctx.note({ targetIds: [id], about: { name } })
    return heldFile(ctx.platform, ctx.db, licenceFileId)
  },
})

async function applyAgain(ctx: Context, id: string) {
  const found = await lockDeveloper(ctx, id, 'apply')
  const at = ctx.now().toISOString()
  const settled = await settleDeveloper(ctx, found, {
    state: 'APPLIED',
    appliedAt: at,
    lateToldAt: null,
    firstApprovedBy: null,
  })
  await tellReviewers(ctx, found.name)
  await approveByDomain(ctx, id)
  return settled
}

/** An agreement is accepted by whoever acts for the developer, and by nobody in his place. */
async function agree(ctx: Context, id: string, version: string) {
  const found = await lockDeveloper(ctx, id, 'agree')
  if (found.accountId !== ctx.principal.userId || ctx.principal.kind !== 'user')
    throw new Refusal(codes.warning, 'developer.notYourAgreement')
  const { agreementVersion } = await readProgramme(ctx.db)
  if (version !== agreementVersion)
    throw new Refusal(codes.wrongState, 'developer.agreementChanged')
  const agreedAt = ctx.now().toISOString()
  const settled = await settleDeveloper(ctx, found, { agreementVersion: version, agreedAt })
  await approveByDomain(ctx, id)
  return settled
}

async function suspend(
  ctx: Context,
  id: string,
  { on, reason }: { readonly on: '0' | '1'; readonly reason: string },
) {
  const found = await lockDeveloper(ctx, id, on === '1' ? 'suspend' : 'resume')
  if (on === '0') await requireOther(ctx, found)
  const [state, textKey] =
    on === '1'
      ? (['SUSPENDED', 'notice.developer.suspended'] as const)
      : (['APPROVED', 'notice.developer.resumed'] as const)
  await tellAccount(ctx, found, { textKey, reason })
  return settleDeveloper(ctx, found, { state, reason })
}

async function close(ctx: Context, id: string, reason: string) {
  const found = await lockDeveloper(ctx, id, 'close')
  await endSecrets(ctx, id, true)
  await tellAccount(ctx, found, { textKey: 'notice.developer.closed', reason })
  return settleDeveloper(ctx, found, { state: 'CLOSED', reason })
}

type Said = ParsedOf<typeof developers.message>['body']

/** Whoever acts for him reads it in the console; his address, which may be another's, gets a mail. */
async function message(ctx: Context, id: string, { subject, text }: Said) {
  const { name, accountId, email, orgId } = await developerBin.find(ctx, id)
  await giveNotice(ctx, {
    userIds: await toldOf(ctx, { id, accountId }),
    severity: 'INFO',
    textKey: 'notice.developer.message',
    values: { name, subject, text },
    link: linkTo(name),
  })
  const { rows } = await sql<{ language: string | null }>`select language from app_user
    where id = ${accountId}`.execute(ctx.db)
  await mailTo(ctx, {
    to: email,
    template: 'DEVELOPER_MESSAGE',
    language: rows[0]?.language ?? ctx.language,
    orgId,
    values: { developer: name, subject, text },
  })
  ctx.note({ targetIds: [id], about: { name }, after: { subject } })
  return { count: 1 }
}

type NewSecret = ParsedOf<typeof developers.secret>['body']

async function newSecret(ctx: Context, id: string, { endsOldNow }: NewSecret) {
  // Locked until the commit: two who ask at once take turns, and one secret is in force.
  const found = await lockDeveloper(ctx, id, 'secret')
  const oldSecretUntil = await endSecrets(ctx, id, endsOldNow)
  const secret = await makeSecret(ctx, id)
  await settleDeveloper(ctx, found, {})
  ctx.note({ targetIds: [id], about: { name: found.name }, after: { oldSecretUntil } })
  return { secret, oldSecretUntil }
}

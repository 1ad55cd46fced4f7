import { codes, type ParsedOf, registration, siteSetting } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { readProgramme } from '../../developer/index.ts'
import { mailTo } from '../../mail/index.ts'
import { readSetting } from '../../system/setting/index.ts'
import { refuseCaptcha } from '../challenge/captcha.ts'
import { orgOfHost } from '../customize/index.ts'
import { makeMailLink } from '../recovery/index.ts'

/** Hours that the link which proves an address is good for. */
const linkHours = 24

type Wish = ParsedOf<typeof registration.register>['body']

/** People who ask for an account at the sign-in page. */
export const registrationRoutes = serve(registration, ownSession, {
  register: async ({ body }, ctx) => {
    const site = await readSetting(ctx.db, siteSetting)
    if (!site.registration) throw new Refusal(codes.wrongState, 'session.noRegistration')
    if (body.kind === 'DEVELOPER' && !(await readProgramme(ctx.db)).isOpen)
      throw fieldRefusal('kind', 'developer.programmeClosed')
    const wrong = await refuseCaptcha(ctx, body)
    if (wrong) throw wrong
    // Whoever asks at an organisation's own address knows the site by its name.
    const orgId = await orgOfHost(ctx.db, ctx.host)
    const id = await keep(ctx, body, orgId)
    if (id) await mailLink(ctx, { ...body, id, orgId })
  },
})

/**
 * Writes the wish down; a later one of an address that is not proved yet takes its place, at most
 * once a minute. Null for an address that is known already: nothing happens then, and the answer
 * does not show it.
 */
async function keep(ctx: Context, body: Wish, siteOrgId: string | null): Promise<string | null> {
  const { captcha: _, captchaId: __, ...asked } = body
  const person = { ...asked, siteOrgId }
  const now = ctx.now()
  const at = now.toISOString()
  const kept = await ctx.db
    .insertInto('platformUser')
    .values({ ...person, language: ctx.language, createdAt: at, updatedAt: at })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where('state', 'not in', ['REJECTED', 'CLOSED'])
        .doUpdateSet({ ...person, updatedAt: at })
        .where('platformUser.state', '=', 'REGISTERED')
        .where('platformUser.updatedAt', '<=', new Date(now.getTime() - 60_000).toISOString()),
    )
    .returning('id')
    .executeTakeFirst()
  return kept?.id ?? null
}

interface Applicant {
  readonly id: string
  readonly email: string
  readonly realName: string
  readonly orgId: string | null
}

async function mailLink(ctx: Context, { id, email, realName, orgId }: Applicant): Promise<void> {
  const link = await makeMailLink(ctx, { platformUserId: id }, { hours: linkHours, orgId })
  await mailTo(ctx, {
    to: email,
    template: 'REGISTER_CODE',
    language: ctx.language,
    values: { userName: realName, link, hours: linkHours },
    orgId,
  })
  ctx.note({ targetIds: [id] })
}

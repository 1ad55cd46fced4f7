import { codes, organizationPages, organizationPagesPath } from '@muster/contract'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { requireOrganization } from '../requireOrganization.ts'
import { isOffered, lockPage, pagesOf, writePage } from './page.queries.ts'
import { sanitize } from './sanitize.ts'

export const organizationPageRoutes = serve(organizationPages, organizationsBy('id'), {
  get: async ({ params }, ctx) => {
    await requireOrganization(ctx, params.id)
    return pagesOf(ctx, params)
  },
  save: async ({ params, body: { language, html, version } }, ctx) => {
    await requireOrganization(ctx, params.id)
    if (!(await isOffered(ctx, language))) throw fieldRefusal('language', 'rule.choice')
    const known = await lockPage(ctx, params, language)
    if (known.version !== version) {
      const name = known.updatedByName ?? translate(ctx.language, 'someone')
      const detail = { params: { name }, data: { version: known.version } }
      throw new Refusal(codes.versionConflict, 'refusal.versionConflict', detail)
    }
    const after = sanitize(html)
    await writePage(ctx, params, { language, html: after })
    const place = { page: params.page, language }
    ctx.note({
      targetIds: [params.id],
      before: { ...place, html: known.html },
      after: { ...place, html: after },
    })
    ctx.changed(organizationPagesPath, [params.id], [params.id])
    return pagesOf(ctx, params)
  },
})

import { auditPack, auditRights, codes } from '@muster/contract'
import { mayCall } from '../../../access/principal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { queueDocument } from '../report/documents.ts'
import { requirePack } from './pack.ts'

/** The auditor's pack, made in the background with the caller's rights. */
export const auditPackRoutes = serve(auditPack, organizationsBy('orgId'), {
  make: async ({ body }, ctx) => {
    const lacking = auditRights().find(({ permission }) => !mayCall(ctx.principal, permission))
    if (lacking) {
      const { permission } = lacking
      throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
    }
    return queueDocument(ctx, auditPack.make, requirePack(body))
  },
})

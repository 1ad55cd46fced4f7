import { userNotices } from '@muster/contract'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { isTimezone } from '../../timezone/timezone/index.ts'
import { saveUserSetting } from '../setting/index.ts'
import { noticePreferencesOf, preferenceKey } from './preference.queries.ts'

/** What a user wants to be told, and how. */
export const preferenceRoutes = serve(userNotices, ownSession, {
  get: (_, { db, principal }) => noticePreferencesOf(db, principal.userId),
  save: async ({ body }, ctx) => {
    if (!isTimezone(body.quiet.timeZone))
      throw fieldRefusal('quiet.timeZone', 'profile.unknownTimeZone')
    await saveUserSetting(ctx, preferenceKey, body)
    return body
  },
})

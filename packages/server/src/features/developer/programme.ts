import { developerProgramme, developerReview } from '@muster/contract'
import type { Kysely } from 'kysely'
import { everyone } from '../../access/scope.ts'
import { serve } from '../../kit/serve.ts'
import type { DB } from '../../platform/schema.ts'
import { readSetting, resetSetting, saveSetting } from '../system/setting/index.ts'

/** What the programme says now. */
export async function readProgramme(db: Kysely<DB>) {
  const [programme, review] = [
    await readSetting(db, developerProgramme),
    await readSetting(db, developerReview),
  ]
  return { ...programme, ...review }
}

export const programmeRoutes = serve(developerProgramme, everyone, {
  get: (_, { db }) => readSetting(db, developerProgramme),
  save: ({ body }, ctx) => saveSetting(ctx, developerProgramme, body),
  reset: (_, ctx) => resetSetting(ctx, developerProgramme),
})

export const reviewSettingRoutes = serve(developerReview, everyone, {
  get: (_, { db }) => readSetting(db, developerReview),
  save: ({ body }, ctx) => saveSetting(ctx, developerReview, body),
  reset: (_, ctx) => resetSetting(ctx, developerReview),
})

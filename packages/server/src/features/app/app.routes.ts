import { apps, reviewedApkStates } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { lifecycle } from '../../kit/lifecycle.ts'
import { serve } from '../../kit/serve.ts'
import { appBin } from './appBin.ts'
import { appScope } from './appScope.ts'
import { appWaitsFor } from './waiting.ts'

/** Applications: what they are, and for whom. */
export const appRoutes = serve(
  apps,
  appScope,
  lifecycle(apps, appBin, {
    search: ['name', 'package'],
    order: ['name'],
    computed: [
      'summary',
      'description',
      'categoryIds',
      'categoryNames',
      'modelNames',
      'modelIds',
      'requiredFeatureIds',
      'visibleOrgIds',
      'stationTypes',
      'screenshots',
      'installs',
    ],
    filters: {
      categoryId: (id) => sql<SqlBool>`category_ids @> array[${id}::uuid]`,
      modelId: (id) => sql<SqlBool>`(model_ids = '{}' or model_ids @> array[${id}::uuid])`,
      waiting: (_, ctx) => appWaitsFor(ctx),
      apkState: (state) => sql<SqlBool>`id in (select apk.app_id from apk
        where apk.state = any(${state === 'REVIEW' ? [...reviewedApkStates] : [state]}::text[])
          and apk.deleted_at is null)`,
    },
  }),
)

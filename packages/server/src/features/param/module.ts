import {
  jsonDocuments,
  paramDeliveries,
  paramDicts,
  paramEdits,
  paramEndings,
  paramFindings,
  paramLog,
  paramPushes,
  consistencyRules,
  params,
  paramTemplates,
  paramValues,
  variables,
} from '@muster/contract'
import { serve } from '../../kit/serve.ts'
import { deviceScope } from '../device/index.ts'
import type { Module } from '../module.ts'
import { effectiveParamRoutes, paramRoutes } from './assignment/assignment.routes.ts'
import { paramJobs } from './forget.worker.ts'
import { dictImport } from './dict/dictImport.ts'
import { dictRoutes } from './dict/dict.routes.ts'
import { heldDocumentRoutes, jsonRoutes } from './json/json.routes.ts'
import { paramDeliveryRoutes, paramEditRoutes, paramLogRoutes } from './log/paramLog.routes.ts'
import { paramFindingRoutes, consistencyRoutes } from './rule/rule.routes.ts'
import { paramEndingRoutes } from './ending/ending.routes.ts'
import { paramPushRoutes } from './push/paramPush.routes.ts'
import { exportValues } from './sheet/exportValues.ts'
import { valuesImport } from './sheet/valuesImport.ts'
import { templateRoutes } from './template/template.routes.ts'
import { effectiveVariableRoutes, variableRoutes } from './variable/variable.routes.ts'
import { variableImport } from './variable/variableImport.ts'

/** Parameters of applications. */
export const paramModule: Module = {
  routes: [
    dictRoutes,
    templateRoutes,
    variableRoutes,
    effectiveVariableRoutes,
    paramRoutes,
    effectiveParamRoutes,
    serve(paramValues, deviceScope, { export: ({ query }, ctx) => exportValues(ctx, query) }),
    paramLogRoutes,
    paramDeliveryRoutes,
    paramEditRoutes,
    paramPushRoutes,
    consistencyRoutes,
    paramFindingRoutes,
    paramEndingRoutes,
    jsonRoutes,
    heldDocumentRoutes,
  ],
  exports: [
    paramDicts,
    paramTemplates,
    variables,
    params,
    paramLog,
    paramDeliveries,
    { page: paramDeliveries.past },
    paramEdits,
    paramPushes,
    { page: paramPushes.items },
    consistencyRules,
    paramFindings,
    paramEndings,
    jsonDocuments,
  ],
  jobs: paramJobs,
  imports: [variableImport, valuesImport, dictImport],
}

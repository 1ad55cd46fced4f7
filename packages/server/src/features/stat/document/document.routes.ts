import { figureDocuments } from '@muster/contract'
import { organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { appPage, usePage } from './app.page.ts'
import { devicePage } from './device.page.ts'
import { loginPage } from './login.page.ts'
import { makeDocument } from './makeDocument.ts'
import { mapPage } from './map.page.ts'
import { planPage } from './plan.page.ts'
import { versionPage } from './version.page.ts'

/** Pages of statistics as files; each figure is read as its page reads it. */
export const documentRoutes = serve(figureDocuments, organizationsBy('orgId'), {
  device: ({ query }, ctx) => makeDocument(ctx, devicePage, query),
  version: ({ query }, ctx) => makeDocument(ctx, versionPage, query),
  app: ({ query }, ctx) => makeDocument(ctx, appPage, query),
  use: ({ query }, ctx) => makeDocument(ctx, usePage, query),
  login: ({ query }, ctx) => makeDocument(ctx, loginPage, query),
  map: ({ query }, ctx) => makeDocument(ctx, mapPage, query),
  plan: ({ query }, ctx) => makeDocument(ctx, planPage, query),
})

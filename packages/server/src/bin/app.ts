import { codes } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import { takeBodyTurn } from '../edge/bodyTurns.ts'
import { refusalOf } from '../edge/failure.ts'
import { openApiOf } from '../edge/openapi.ts'
import { mountFeatures, refuse } from '../edge/routes.ts'
import { sendFile } from '../edge/sendFile.ts'
import { livePrincipals } from '../edge/session.ts'
import { spendTicket } from '../edge/ticket.ts'
import { mountStore } from '../features/appstore/index.ts'
import { mountDownloads, mountDownloadTickets } from '../features/delivery/index.ts'
import { mountDownloadLinks } from '../features/developer/link.plugin.ts'
import { mountDeviceIdentity } from '../features/device/broker/identity.plugin.ts'
import { mountHandIn } from '../features/device/handed/handed.plugin.ts'
import { mountDevicePoll } from '../features/device/poll/poll.plugin.ts'
import { mountDeviceTime } from '../features/device/broker/time.plugin.ts'
import { mountImages } from '../features/file/image/index.ts'
import { mountPublicFiles } from '../features/file/upload/public.plugin.ts'
import { installedFormats, mountParams } from '../features/param/index.ts'
import { features, importedLists } from '../features/index.ts'
import { mountPages } from '../features/organization/index.ts'
import { mountLive } from '../features/notice/live/live.plugin.ts'
import { mountImportUpload } from '../features/transfer/import/upload.plugin.ts'
import { mountDeviceDictionary } from '../features/system/dictionary/deviceDictionary.plugin.ts'
import { mountDeviceLanguage } from '../features/system/language/index.ts'
import { mountDirectIntegration } from '../features/ddi/ddi.plugin.ts'
import { mountFramePolicy } from '../features/system/frame/framePolicy.plugin.ts'
import { mountProviderMap } from '../features/system/frame/providerMap.plugin.ts'
import { followOwnWordings } from '../features/system/language/index.ts'
import { type Health, mountHealth } from '../features/system/health/health.plugin.ts'
import { processChecks } from '../features/system/health/processChecks.ts'
import type { Platform } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'
import { mountApiDocs } from '../platform/apiDocs.ts'
import { mountConsole } from '../platform/consoleFiles.ts'
import { loadCheck, makeHttp } from '../platform/http.ts'
import { mountMetrics } from '../platform/metricsServer.ts'
import { version } from '../platform/version.ts'

/** The HTTP server of any role, built but not listening: health for all, the console for `web`. */
export async function buildApp(
  platform: Platform,
  health: Health = processChecks(platform, { probe: platform.pool, pools: [] }),
): Promise<FastifyInstance> {
  const http = await makeHttp(platform.log, {
    secure: platform.env.publicUrl?.startsWith('https:') ?? false,
    trustedProxies: platform.env.trustedProxies,
    mapOrigins: platform.env.mapOrigins,
    frameworkErrors: (error, request, reply) =>
      void refuse(request, reply, refusalOf(error, platform.log)),
  })
  mountHealth(http, { ...health, needs: [...health.needs, loadCheck(http)] })
  mountMetrics(http, platform)
  const wordings = followOwnWordings(platform)
  http.addHook('onClose', wordings.stop)
  if (platform.env.roles.includes('web')) {
    const routes = mountFeatures(http, platform, features)
    if (platform.env.apiDocs) await mountApiDocs(http, () => openApiOf(routes, version))
    await installedFormats(platform)
    mountDevices(http, platform)
    mountLive(http, platform, { spendTicket, livePrincipals })
    mountImages(http, platform, { spendTicket, takeBodyTurn })
    mountPublicFiles(http, platform, sendFile)
    mountDownloadLinks(http, platform, sendFile)
    mountPages(http, platform)
    mountImportUpload(http, platform, { spendTicket, lists: importedLists })
    await mountConsole(http, platform.env.consoleFolder, (files) => {
      mountFramePolicy(files, platform)
      mountProviderMap(files)
    })
  }
  http.setNotFoundHandler((request, reply) =>
    refuse(request, reply, new Refusal(codes.notFound, 'refusal.notFound')),
  )
  return http
}

/** What terminals ask. */
function mountDevices(http: FastifyInstance, platform: Platform): void {
  mountDeviceTime(http, platform)
  mountDeviceLanguage(http, platform)
  mountDeviceDictionary(http, platform)
  mountDeviceIdentity(http, platform)
  mountDevicePoll(http, platform)
  mountStore(http, platform)
  mountDownloadTickets(http, platform)
  mountParams(http, platform)
  mountHandIn(http, platform)
  mountDirectIntegration(http, platform, mountDownloads(http, platform, sendFile))
}

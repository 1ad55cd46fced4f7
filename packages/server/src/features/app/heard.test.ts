import { apks, paramTemplates, testTracks } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApk, addApp } from '../../../test/appEstate.ts'
import { hears } from '../../../test/hears.ts'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../test/testApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Somebody of a new organisation below the root. */
async function somebodyOf(code: string) {
  const place = { name: code, code, parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, place)
  return { orgId, user: await signedIn(app, { orgId, permissions: [testTracks.page.permission] }) }
}

it('of versions, test tracks and templates only whose they are hears', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const [own, other] = [await somebodyOf('own'), await somebodyOf('other')]
  const appId = await addApp(app, { orgId: own.orgId, package: 'com.own.pay' })
  const apkId = await addApk(app, { appId, code: 1 })
  const [ours, theirs] = [await hears(app, own.user), await hears(app, other.user)]
  const { id: trackId } = await admin.get(testTracks.add, { body: { name: 'Track', appId } })
  await admin.get(testTracks.setDevices, { params: { id: trackId }, body: { sns: [] } })
  await admin.get(apks.setStatus, { params: { id: apkId, status: '0' } })
  const template = { name: 'Pay', code: 'pay', orgId: own.orgId, appId }
  const { id: templateId } = await admin.get(paramTemplates.add, { body: template })
  await Promise.all([ours.upToNow(), theirs.upToNow()])
  for (const id of [trackId, apkId, templateId]) {
    expect(ours.heard.join()).toContain(id)
    expect(theirs.heard.join()).not.toContain(id)
  }
  ours.socket.terminate()
  theirs.socket.terminate()
})

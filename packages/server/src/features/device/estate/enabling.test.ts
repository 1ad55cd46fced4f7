import { devices } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Announcement } from '../../../platform/liveHub.ts'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { settingsPath } from '../paths.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('enabling terminals is told to each organisation of its own ones, disabling to no gateway', async () => {
  const estate = await addEstate(app)
  const admin = await signedIn(app, { isSuperAdmin: true })
  const orgs = await Promise.all(
    ['one', 'two'].map((code) => addOrganization(app.platform, { name: code, code })),
  )
  const ids: string[] = []
  for (const [nth, { id: orgId }] of orgs.entries())
    ids.push(...(await addDevices(app, estate, { orgId, prefix: `EN${nth}`, count: 1 })))
  const told: Announcement[] = []
  const end = app.platform.live.subscribe((change) => {
    if (change.path === settingsPath || change.path === 'end') told.push(change)
  })
  const turn = (status: '0' | '1') =>
    admin.get(devices.setStatusMany, { params: { status }, body: { ids } })
  await turn('0')
  app.platform.live.changed({ path: 'end', ids: [], orgIds: [] })
  await expect.poll(() => told.map(({ path }) => path)).toEqual(['end'])
  await turn('1')
  await expect.poll(() => told.length).toBe(2)
  end()
  const parts = told[1]?.parts.toSorted((one, other) =>
    (one.orgId ?? '') < (other.orgId ?? '') ? -1 : 1,
  )
  const expected = orgs
    .map(({ id: orgId }, nth) => ({ orgId, ids: [ids[nth]] }))
    .toSorted((one, other) => (one.orgId < other.orgId ? -1 : 1))
  expect(parts).toEqual(expected)
})

import { appUse } from '@muster/contract'
import { expect, it, onTestFinished } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestUser } from '../../../../test/testApp.ts'

it('calls no application mandatory that is so for others alone', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const { platform, rootId } = app
  const place = (code: string) => addOrganization(platform, { name: code, code, parentId: rootId })
  const [north, south] = [await place('north'), await place('south')]
  for (const [name, orgId] of [
    ['Pay', rootId],
    ['Theirs', south.id],
  ])
    await platform.pool.query(
      `with made as (insert into app (org_id, name, package, app_type, os_kind, visibility)
          values ($1, $2, 'org.' || $2, 'NORMAL', 'ANDROID', 'PUBLIC') returning id)
        insert into org_apk (name, org_id, app_id, policy, scope_kind) select $2, $3, id, 'MANDATORY', 'SUBTREE' from made`,
      [rootId, name, orgId],
    )
  const permissions = ['STATISTICS_DEVICE_APK']
  const namesFor = async (user: TestUser) => {
    const { apps } = await user.get(appUse.unused, { query: { unusedDays: 7 } })
    return apps.map(({ name }) => name).toSorted()
  }
  expect(await namesFor(await signedIn(app, { isSuperAdmin: true }))).toEqual(['Pay', 'Theirs'])
  // That of the root is for those below, too.
  const below = { orgId: north.id, permissions }
  expect(await namesFor(await signedIn(app, below))).toEqual(['Pay'])
  expect(await namesFor(await signedIn(app, { ...below, dataScope: 'SELF' }))).toEqual(['Pay'])
})

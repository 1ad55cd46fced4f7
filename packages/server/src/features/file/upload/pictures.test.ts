import {
  customizes,
  customWebsite,
  imagePaths,
  profile,
  session,
  siteSetting,
  uploads,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { aPicture, startUploadApp } from '../../../../test/uploads.ts'
import { expireUploads, sweepUploads } from './upload.worker.ts'

let bench: Awaited<ReturnType<typeof startUploadApp>>
let app: TestApp
let admin: TestUser

beforeAll(async () => {
  bench = await startUploadApp()
  ;({ app } = bench)
})
afterAll(() => bench.close())
beforeEach(async () => {
  admin = await signedIn(app, { isSuperAdmin: true })
})

let pictures = 0

/** Puts a picture on the server that nobody has put there before. */
async function put(who: TestUser, use = 'picture', payload = aPicture(`${++pictures}`)) {
  const { ticket } = await who.get(session.ticket, { body: { path: imagePaths.upload } })
  const url = `${imagePaths.upload}?ticket=${ticket}&use=${use}&name=${use}.png`
  const response = await app.http.inject({ method: 'POST', url, payload })
  return response.json<{ data: { name: string; url: string } }>().data
}

/** Purges as an administrator does, a day and more after the last use, and lets the bytes go. */
async function purge() {
  const { db } = app.platform
  await sql`update upload set unused_since = unused_since - interval '25 hours'`.execute(db)
  await admin.get(uploads.purge, {})
  await sweepUploads(app.platform)
}

const isThere = async ({ url }: { url: string }) =>
  (await app.http.inject({ url })).statusCode === 200

const holdersOf = async ({ name }: { name: string }) => {
  const { list } = await admin.get(uploads.page, { query: { keyword: name.slice(0, 64) } })
  const [row] = list
  return row ? admin.get(uploads.references, { params: { id: row.id } }) : null
}

async function setAvatar(who: TestUser, avatar: string | null) {
  const now = await who.get(profile.read, {})
  const { nickName, realName, phone, language, timeZone, dateFormat } = now
  const body = { nickName, realName, phone, language, timeZone, dateFormat, avatar }
  return who.call(profile.update, { body })
}

it('keeps a face as long as somebody wears it, and lets it go after that', async () => {
  const [mine, unused] = [await put(admin), await put(admin)]
  expect((await setAvatar(admin, mine.name)).code).toBe(200)
  expect(await holdersOf(mine)).toMatchObject([{ usedBy: 'user', usedId: admin.userId }])
  await purge()
  expect([await isThere(mine), await isThere(unused)]).toEqual([true, false])
  await setAvatar(admin, null)
  expect(await holdersOf(mine)).toEqual([])
  await purge()
  expect(await isThere(mine)).toBe(false)
})

it('keeps the pictures of the website, also of several records that share one', async () => {
  const logo = await put(admin, 'logo')
  const site = await admin.get(siteSetting.get, {})
  await admin.get(siteSetting.save, { body: { ...site, logo: logo.name } })
  await setAvatar(admin, logo.name)
  expect(await holdersOf(logo)).toMatchObject([{ usedBy: 'user' }, { usedBy: 'website' }])
  await setAvatar(admin, null)
  await purge()
  expect(await isThere(logo)).toBe(true)
  await admin.get(siteSetting.reset, {})
  await purge()
  expect(await isThere(logo)).toBe(false)
})

it('keeps those of a white label, in the recycle bin too, until it is destroyed', async () => {
  const { id: orgId } = await addOrganization(app.platform, {
    name: 'Bank',
    code: 'bank',
    parentId: app.rootId,
  })
  const background = await put(admin, 'background')
  const { id } = await admin.get(customizes.add, { body: { orgId, name: 'Blue' } })
  const website = { ...customWebsite().parse({}), background: background.name }
  await sql`update customize set website = ${JSON.stringify(website)} where id = ${id}`.execute(
    app.platform.db,
  )
  expect(await holdersOf(background)).toMatchObject([{ usedBy: 'customize', name: 'Blue' }])
  await admin.get(customizes.remove, { params: { id } })
  await purge()
  expect(await isThere(background)).toBe(true)
  await admin.get(customizes.destroy, { params: { id } })
  await purge()
  expect(await isThere(background)).toBe(false)
})

it('takes no picture into use that is being removed', async () => {
  const picture = await put(admin)
  const { list } = await admin.get(uploads.page, { query: { keyword: picture.name.slice(0, 64) } })
  await admin.get(uploads.removeMany, { body: { ids: list.map(({ id }) => id) } })
  // Its bytes are still there: the sweep comes within a minute.
  expect(await isThere(picture)).toBe(true)
  expect(await setAvatar(admin, picture.name)).toMatchObject({
    code: 400,
    data: { fields: [{ field: 'avatar' }] },
  })
})

it('shows each organisation its own entry of a picture that both have put there', async () => {
  const { id: orgId } = await addOrganization(app.platform, {
    name: 'Beside',
    code: 'beside',
    parentId: app.rootId,
  })
  const beside = await signedIn(app, { orgId, permissions: ['UPLOAD_LIST', 'PERSONAL_BASE_INFO'] })
  const payload = aPicture('shared')
  const [one, same] = [await put(admin, 'picture', payload), await put(beside, 'picture', payload)]
  expect(same).toEqual(one)
  const { list } = await beside.get(uploads.page, { query: {} })
  expect(list).toMatchObject([{ storage: 'DATABASE', orgName: 'Beside', name: 'picture.png' }])
  await setAvatar(beside, one.name)
  // The one entry that is left keeps the bytes, after the days that unused pictures have.
  await sql`update upload set unused_since = unused_since - interval '31 days'`.execute(
    app.platform.db,
  )
  await expireUploads(app.platform)
  await sweepUploads(app.platform)
  expect(await isThere(one)).toBe(true)
  expect((await admin.get(uploads.page, { query: { type: 'image' } })).list).toMatchObject([
    { orgName: 'Beside', referenceCount: 1 },
  ])
})

it('never fails, whatever it is asked', () => {
  expect(app.failures).toEqual([])
})

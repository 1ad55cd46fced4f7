import { notices, vendorDocuments } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addEstate, type Estate } from '../../../../test/testEstate.ts'
import { tellOfDocuments } from './document.worker.ts'

let estate: Estate
let fileId: string

/** A scan that somebody has uploaded. */
async function addFile(app: TestApp): Promise<void> {
  estate = await addEstate(app)
  const { rows } = await sql<{ id: string }>`insert into upload
      (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
    values ('scan.pdf', 'document', 22, sha256('x'), 1048576, 'STORED', ${app.rootId}, ${app.rootId})
    returning id`.execute(app.platform.db)
  fileId = rows[0]?.id ?? ''
}

const entry = (name: string, expiresOn: string | null = null) => ({
  vendorId: estate.vendorId,
  name,
  kind: 'CONTRACT' as const,
  fileId,
  expiresOn,
})

lifecycleSpec(vendorDocuments, {
  prepare: addFile,
  make: (n) => entry(`Contract ${n}`),
  text: 'name',
  unique: 'name',
})

describe('a document that ends', () => {
  const clock = { now: () => new Date('2026-03-01T12:00:00Z') }
  let app: TestApp
  let admin: TestUser
  let reader: TestUser

  beforeAll(async () => {
    app = await startTestApp(clock)
    await addFile(app)
    admin = await signedIn(app, { isSuperAdmin: true })
    reader = await signedIn(app, { permissions: ['VENDOR_DOC_LIST'], dataScope: 'ALL' })
  })
  afterAll(() => app.close())

  const add = (name: string, expiresOn: string | null) =>
    admin.get(vendorDocuments.add, { body: entry(name, expiresOn) })
  const toldTo = async (user: TestUser) =>
    (await user.get(notices.page, { query: { type: '1' } })).list.map(({ notice }) => notice)
  const forget = () => sql`delete from notice`.execute(app.platform.db)

  it('within the days that are set is told of once, and not before', async () => {
    await add('Soon', '2026-08-27')
    await add('Later', '2026-08-29')
    await add('Never', null)
    await tellOfDocuments(app.platform)
    await tellOfDocuments(app.platform)
    expect(await toldTo(reader)).toEqual(['The document Soon of Acme ends on 2026-08-27'])
  })

  it('is told of again when it got another end, and when that has passed', async () => {
    const { id, version } = await add('Renewed', '2026-03-10')
    await tellOfDocuments(app.platform)
    await forget()
    const body = { id, version, ...entry('Renewed', '2026-02-28') }
    expect(await admin.get(vendorDocuments.update, { body })).toMatchObject({ state: 'ENDED' })
    await tellOfDocuments(app.platform)
    expect(await toldTo(reader)).toEqual(['The document Renewed of Acme ended on 2026-02-28'])
  })

  it('is not told of where it is disabled or removed, nor to who may not see it or sees a part', async () => {
    await forget()
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Far',
      code: 'far',
      parentId: app.rootId,
    })
    const blind = await signedIn(app, { permissions: ['VENDOR_LIST'], dataScope: 'ALL' })
    const part = await signedIn(app, { orgId, permissions: ['VENDOR_DOC_LIST'] })
    const [off, gone] = [await add('Off', '2026-03-10'), await add('Gone', '2026-03-10')]
    await admin.get(vendorDocuments.setStatus, { params: { id: off.id, status: '0' } })
    await admin.get(vendorDocuments.remove, { params: { id: gone.id } })
    await tellOfDocuments(app.platform)
    expect(await toldTo(reader)).toEqual([])
    await add('Heard', '2026-03-10')
    await tellOfDocuments(app.platform)
    expect(await toldTo(reader)).toHaveLength(1)
    expect([...(await toldTo(blind)), ...(await toldTo(part))]).toEqual([])
  })

  it('never ends before it begins', async () => {
    const body = { ...entry('Backwards', '2026-03-10'), validFrom: '2026-03-11' }
    expect(await admin.call(vendorDocuments.add, { body })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'expiresOn' }] },
    })
  })
})

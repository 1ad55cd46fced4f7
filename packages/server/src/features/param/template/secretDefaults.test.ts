import { codes, paramDicts, paramTemplates, variables } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApp } from '../../../../test/appEstate.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'

let app: TestApp
let admin: TestUser
let design: { id: string; version: number }

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  const orgId = app.rootId
  const appId = await addApp(app, { orgId, package: 'com.example.pay' })
  await admin.get(paramDicts.add, {
    body: { title: 'PIN', pid: 'PIN', dataType: 'STRING', secret: true },
  })
  const body = { orgId, name: 'Pay', code: 'pay', appId }
  const { id } = await admin.get(paramTemplates.add, { body })
  const { version } = await admin.get(paramTemplates.content, { params: { id } })
  design = { id, version }
})
afterAll(() => app.close())

const place = { groupId: 'main', headerId: null, fileId: 'main' }

const draft = (pid: string, defaultValue: string) => ({
  files: [{ id: 'main', fileName: 'p.json', format: 'JSON' as const }],
  groups: [{ id: 'main', title: 'Main' }],
  fields: [{ ...place, pid, label: pid, defaultValue }],
})

const canary = 'canary-typed-in-clear'
const known = {
  control: 'TEXT',
  accessLevel: 'BASIC',
  required: false,
  readOnly: false,
  dataType: 'STRING',
} as const

const tries: Record<string, () => Promise<{ code: number }>> = {
  'an entry of the dictionary': () =>
    admin.call(paramDicts.add, {
      body: { title: 'x', pid: 'x', dataType: 'STRING', secret: true, defaultValue: canary },
    }),
  'a draft of a template': () =>
    admin.call(paramTemplates.saveContent, {
      params: { id: design.id },
      body: {
        version: design.version,
        content: draft('PIN', canary),
      },
    }),
  'parameters that come with a template': () =>
    admin.call(paramTemplates.addParams, {
      body: { params: [{ ...known, pid: 'y', label: 'y', secret: true, defaultValue: canary }] },
    }),
  'a variable': () =>
    admin.call(variables.add, {
      body: { key: 'z', type: 'SECRET', level: 'PLATFORM', value: canary, secretValue: null },
    }),
}

it.each(Object.keys(tries))(
  'a secret that %s says among what is open is refused, and kept nowhere',
  async (name) => {
    expect(await tries[name]?.()).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: expect.stringMatching(/(defaultValue|value)$/) }] },
    })
    const { rows } = await sql`select path from action_log where request::text like ${`%${canary}%`}
      union all select template_id::text from param_template_draft where content::text like ${`%${canary}%`}`.execute(
      app.platform.db,
    )
    expect(rows).toEqual([])
  },
)

it('a default of what has become a secret keeps a draft from being published', async () => {
  const { db } = app.platform
  await admin.get(paramDicts.add, { body: { title: 'Late', pid: 'LATE', dataType: 'STRING' } })
  const { id, version } = design
  await admin.get(paramTemplates.saveContent, {
    params: { id },
    body: { version, content: draft('LATE', 'known') },
  })
  await sql`update param_dict set secret = true where pid = 'LATE'`.execute(db)
  const { faults } = await admin.get(paramTemplates.check, { params: { id } })
  expect(faults).toMatchObject([{ at: { part: 'fields', index: 0 } }])
})

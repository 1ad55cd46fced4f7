import { codes, effectiveParams, exportOf, paramLog, params, paramValues } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followParams } from '../resolve/follow.ts'

// Advanced parameters, in every answer that tells of values.

let app: TestApp
let expert: TestUser
let clerk: TestUser
let deviceId: string
let assignmentId: string
let appId: string
let templateRevId: string

const advanced = { pid: 'net.debug', value: 'CANARY-ADVANCED' } as const
const rights = [
  'PARAM_LIST',
  'PARAM_DETAIL',
  'PARAM_EDIT',
  'PARAM_ACTIVATE',
  'PARAM_REVERT',
  'PARAM_EXPORT',
  'PARAM_LOG_LIST',
  'PARAM_LOG_EXPORT',
]

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  const { id: orgId } = await addOrganization(app.platform, {
    name: 'bank',
    code: 'bank',
    parentId: app.rootId,
  })
  ;[deviceId = ''] = await addDevices(app, estate, { orgId, prefix: 'ADV', count: 1 })
  ;({ appId, revId: templateRevId } = await addParamTemplate(app, {
    pids: ['host', advanced.pid, 'net.missing'],
    secretPids: ['net.pin'],
    advanced: [advanced.pid, 'net.missing', 'net.pin'],
  }))
  const of = { orgId, dataScope: 'OWN_ORG_AND_BELOW' } as const
  expert = await signedIn(app, { ...of, permissions: [...rights, 'PARAM_ADD', 'PARAM_ADVANCED'] })
  clerk = await signedIn(app, { ...of, permissions: rights })
  const made = await expert.get(params.add, {
    body: { name: 'Own', level: 'DEVICE', deviceId, appId, templateRevId },
  })
  assignmentId = made.id
  const first = { host: 'one', [advanced.pid]: advanced.value, 'net.missing': '${nobody.says}' }
  await activate(await type(first, { 'net.pin': '99' }))
  await type({ ...first, host: 'two', [advanced.pid]: `${advanced.value}2` }, {}, ['net.pin'])
  await followParams(app.platform)
})
afterAll(() => app.close())

async function type(
  values: Record<string, string>,
  secrets: Record<string, string>,
  keptSecrets: string[] = [],
) {
  const of = { params: { id: assignmentId } }
  const { version } = await expert.get(params.detail, of)
  return expert.get(params.draft, { ...of, body: { version, values, secrets, keptSecrets } })
}

const activate = ({ version }: { version: number }) =>
  expert.get(params.activate, {
    params: { id: assignmentId },
    body: { version, count: 1 },
  })

const ofOne = () => ({ params: { id: assignmentId } })
const text = async (answer: Promise<unknown>) => JSON.stringify(await answer)
const columns = JSON.stringify([
  ['pid', 'pid'],
  ['after', 'after'],
])

const answers: Readonly<Record<string, (who: TestUser) => Promise<string>>> = {
  editor: (who) => text(who.get(params.form, ofOne())),
  impact: (who) => text(who.get(params.impact, ofOne())),
  revision: (who) => text(who.get(params.revision, { params: { id: assignmentId, revision: 1 } })),
  effective: (who) =>
    text(who.get(effectiveParams.effective, { params: { deviceId, appId }, query: {} })),
  log: (who) => text(who.get(paramLog.page, { query: { appId } })),
  'log as a file': async (who) =>
    (await who.file(exportOf(paramLog.page), { query: { appId, columns } })).body.toString(),
  'sheet of values': async (who) =>
    (
      await who.file(paramValues.export, { query: { templateRevId, format: 'csv' } })
    ).body.toString(),
}

describe('what is advanced', () => {
  it.each(Object.entries(answers))('is told by the %s to experts alone', async (_, ask) => {
    expect(await ask(expert)).toContain(advanced.pid)
    expect(await ask(expert)).toContain(advanced.value)
    const told = await ask(clerk)
    expect(told).toContain('host')
    expect(told).not.toMatch(/CANARY|net\./)
  })

  it('is not found by its value, nor named as missing, nor listed by its name', async () => {
    const query = { pid: advanced.pid, value: advanced.value }
    const found = async (who: TestUser) =>
      (await who.get(effectiveParams.search, { query })).devices.length
    expect([await found(expert), await found(clerk)]).toEqual([1, 0])
    const missing = async (who: TestUser) =>
      (await who.get(effectiveParams.apps, { params: { deviceId } })).map(
        ({ unresolved }) => unresolved,
      )
    expect([await missing(expert), await missing(clerk)]).toEqual([[['net.missing']], [[]]])
    const listed = async (who: TestUser) =>
      (await who.get(params.page, { query: { pid: 'net.' } })).total
    expect([await listed(expert), await listed(clerk)]).toEqual([1, 0])
    expect((await clerk.get(params.impact, ofOne())).hiddenCount).toBe(1)
  })

  it('stays as it is where somebody who is not shown it takes back a revision', async () => {
    const { version } = await clerk.get(params.detail, ofOne())
    await clerk.get(params.restore, {
      params: { id: assignmentId, revision: 1 },
      body: { version },
    })
    const { values, secretPids } = await expert.get(params.form, ofOne())
    expect(values).toMatchObject({ host: 'one', [advanced.pid]: `${advanced.value}2` })
    expect(secretPids).toEqual(['net.pin'])
  })

  it('is said to be wrong without its name', async () => {
    await type({ host: 'one', [advanced.pid]: 'x'.repeat(30) }, {}, ['net.pin'])
    const { faults, version } = await clerk.get(params.form, ofOne())
    expect(faults).toEqual([
      { pids: [], message: 'An advanced parameter, which you are not shown, is not right yet' },
    ])
    const refused = await clerk.call(params.activate, {
      ...ofOne(),
      body: { version, count: 1 },
    })
    expect(refused.code).toBe(codes.badRequest)
    expect(JSON.stringify(refused)).not.toContain('net.')
  })
})

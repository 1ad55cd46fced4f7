import { type Call, codes, stepUp } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { features } from '../src/features/index.ts'
import { addPerson, aPassword, signInAs } from './publicCalls.ts'
import { sampleRequest } from './sampleInput.ts'
import { startTestApp, type TestApp, type TestUser } from './testApp.ts'
import { addClient } from './testClient.ts'
import { addEstate } from './testEstate.ts'

const dangerous = features
  .flatMap(({ routes }) => routes.map(({ call }) => call))
  .filter(({ schemas }) => schemas.proof)
const line = ({ method, path, schemas }: (typeof dangerous)[number]): string =>
  [
    method,
    path,
    ...(schemas.proof === 'each' ? ['each time'] : []),
    ...(typeof schemas.proof === 'function' ? ['where its body says so'] : []),
  ].join(' ')

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTestApp()
  await addEstate(app)
  const { userName } = await addPerson(app, { isSuperAdmin: true })
  user = await signInAs(app, { userName, password: aPassword })
})
afterAll(() => app.close())

const proofIsOld = () =>
  app.platform.db
    .updateTable('session')
    .set({ provedAt: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('id', '=', user.sessionId)
    .execute()

it('are these: whoever makes a route dangerous, or harmless, says so here', async () => {
  const lines = dangerous.map(line).toSorted()
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('dangerous.snapshot.txt')
})

/** Those that are dangerous whatever is said in them. */
const always = dangerous.filter(({ schemas }) => typeof schemas.proof !== 'function')

it.each(always.map((call) => [line(call), call] as const))(
  '%s: asks for a proof that is old, and goes on after one',
  async (_, call) => {
    const raw = sampleOf(call)
    await proofIsOld()
    expect((await user.send(raw)).code).toBe(codes.proofRequired)
    await user.get(stepUp.prove, { body: { password: aPassword } })
    expect((await user.send(raw)).code).not.toBe(codes.proofRequired)
  },
)

it('ask no API client: its signature is its proof', async () => {
  const permissions = [...new Set(dangerous.map(({ permission }) => permission))]
  const client = await addClient(app, { orgId: app.rootId, permissions })
  for (const call of dangerous) {
    const { code } = await client.send(sampleOf(call))
    expect([line(call), code]).not.toEqual([line(call), codes.proofRequired])
  }
})

/** A good request about a record that is not there. */
function sampleOf(call: Call) {
  const id = '00000000-0000-7000-8000-000000000001'
  const unique = `d${Math.random().toString(36).slice(2, 10)}`
  return sampleRequest(call, { id, fields: fieldsOf(call.path, unique) })
}

function fieldsOf(path: string, unique: string): Record<string, unknown> {
  if (path.endsWith('/import')) return { fileId: app.rootId, mode: 'check' }
  if (path.endsWith('/menu/json'))
    return {
      file: { format: 'muster-menu', items: [{ menuType: 0, menuName: 'x' }] },
      dryRun: true,
    }
  if (path.includes('/v1/client/')) return { name: unique, kind: 'OPEN_API', orgId: app.rootId }
  if (path.includes('/v1/mail/'))
    return { name: unique, host: 'localhost', senderAddress: 'b@example.com' }
  if (path.endsWith('/save')) return { version: 0 }
  const email = `${unique}@example.org`
  return { userName: unique, realName: unique, email, orgId: app.rootId, roleIds: [app.rootId] }
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization } from '../../../../test/testApp.ts'
import { openTerminal, startTestGateway, type TestGateway } from '../../../../test/testGateway.ts'

let gateway: TestGateway
let below: string

beforeAll(async () => {
  gateway = await startTestGateway()
  const { platform, orgId } = gateway
  below = (await addOrganization(platform, { name: 'Below', code: 'below', parentId: orgId })).id
})
afterAll(() => gateway.close())

const addKey = (orgId: string, alias: string, reference: string) =>
  gateway.sql(
    `insert into organization_key (org_id, kind, alias, reference) values ($1, 'RKI', $2, $3)`,
    [orgId, alias, reference],
  )

/** The profile that a terminal of an organisation is told. */
async function toldTo(orgId: string, profile: string): Promise<unknown> {
  const device = await gateway.addDevice({ orgId })
  const terminal = await openTerminal(gateway, device)
  const args = { profile, host: 'https://keys.example', slots: ['1'] }
  const item = await gateway.command(device, { cmd: 'RKI', args })
  const { body } = await terminal.commandOf(item)
  await terminal.leave()
  return body
}

it('a profile is named by the alias of a key, of the nearest organisation, or as it is', async () => {
  await addKey(gateway.orgId, 'acquirer', 'profile-of-all')
  const told = (profile: string) => ({
    args: { profile, host: 'https://keys.example', slots: ['1'] },
  })
  expect(await toldTo(below, 'Acquirer')).toMatchObject(told('profile-of-all'))
  await addKey(below, 'acquirer', 'profile-of-its-own')
  expect(await toldTo(below, 'acquirer')).toMatchObject(told('profile-of-its-own'))
  expect(await toldTo(gateway.orgId, 'acquirer')).toMatchObject(told('profile-of-all'))
  await gateway.sql('update organization_key set revoked_at = now()')
  expect(await toldTo(below, 'acquirer')).toMatchObject(told('acquirer'))
})

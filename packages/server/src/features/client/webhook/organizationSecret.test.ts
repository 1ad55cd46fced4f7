import { createHmac } from 'node:crypto'
import { clients, enrolmentKeys, organizationKeys, webhooks } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { WebhookReceiver } from '../../../../test/webhookReceiver.ts'
import { sendDue } from './webhook.worker.ts'

let app: TestApp
let admin: TestUser
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date() }, { MUSTER_WEBHOOK_NETWORKS: '127.0.0.0/8' })
  admin = await signedIn(app, { isSuperAdmin: true })
  receiver = new WebhookReceiver()
  await receiver.open()
})
afterAll(async () => {
  await receiver.close()
  await app.close()
})

it('a delivery is signed by the secrets of its organisation, too, until they are revoked', async () => {
  const { id, secret } = await admin.get(clients.add, {
    body: { name: 'Both', kind: 'WEBHOOK', orgId: app.rootId, callbackUrl: receiver.url },
  })
  const own = await admin.get(organizationKeys.add, {
    params: { id: app.rootId },
    body: { kind: 'WEBHOOK', alias: 'all' },
  })
  const elsewhere = await addOrganization(app.platform, {
    name: 'Elsewhere',
    code: 'elsewhere',
    parentId: app.rootId,
  })
  await admin.get(organizationKeys.add, {
    params: { id: elsewhere.id },
    body: { kind: 'WEBHOOK', alias: 'all' },
  })
  await admin.get(webhooks.test, { params: { id } })
  await sendDue(app.platform)
  await admin.get(enrolmentKeys.revoke, { params: { id: own.id } })
  await admin.get(webhooks.test, { params: { id } })
  await sendDue(app.platform)
  const signed = receiver.received.map(({ headers, body }) => {
    const [time = '', ...macs] = String(headers['muster-signature']).split(',')
    return {
      macs,
      expected: [secret, own.secret].map(
        (key) =>
          `v1=${createHmac('sha256', key ?? '')
            .update(`${time.replace('t=', '')}.${body}`)
            .digest('hex')}`,
      ),
    }
  })
  expect(signed[0]?.macs).toEqual(signed[0]?.expected)
  expect(signed[1]?.macs).toEqual(signed[1]?.expected.slice(0, 1))
})

import { codes, mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../../../../test/testApp.ts'
import { type Pushes, reboot, snsOf, startPushes } from '../../../../test/testPushes.ts'

let pushes: Pushes

beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.app.close())

describe('the terminals of a push', () => {
  it('are those of a list of serial numbers, each once, with the reason where it is left out', async () => {
    await pushes.add('NAMED', 3)
    await pushes.add('NAMEDSTOCK', 1, { lifecycle: 'STOCK' })
    const [off] = await pushes.add('NAMEDOFF', 1)
    await sql`update device set status = 0 where id = ${off}`.execute(pushes.app.platform.db)
    const sns = [...snsOf('NAMED', 3), 'NAMEDSTOCK00000', 'NAMEDOFF00000', 'named00001']
    const body = { want: reboot, targets: { sns } }
    expect(await pushes.admin.get(mqttTasks.precheck, { body })).toEqual({
      total: 5,
      given: 3,
      leftOut: [
        { code: expect.any(String), count: 1, examples: [expect.any(String)] },
        { code: expect.any(String), count: 1, examples: [expect.any(String)] },
      ],
      next: [],
      unknown: { count: 0, examples: [] },
      capped: false,
      needsApproval: false,
    })
    const push = await pushes.give({ sns })
    expect(push).toMatchObject({
      size: 5,
      waiting: 3,
      leftOut: 2,
      state: 'RUNNING',
      kind: 'REBOOT',
    })
    expect(push.taskNo).toMatch(/^TK\d{8}-\d{4}$/)
    expect((await pushes.itemsOf(push.id)).map(({ sn, state, code }) => [sn, state, code])).toEqual(
      expect.arrayContaining([
        ['NAMEDSTOCK00000', 'FILTERED', 'S604'],
        ['NAMEDOFF00000', 'FILTERED', 'S608'],
        ['NAMED00000', 'QUEUED', null],
      ]),
    )
    expect(await pushes.strays()).toEqual([])
  })

  it('that are in repair get it from who may serve them there, and from nobody else', async () => {
    await pushes.add('DEPOT', 1, { lifecycle: 'REPAIR' })
    const permissions = ['MQTT_TASK_ADD', 'DEVICE_REBOOT']
    const [clerk, depot] = [
      await signedIn(pushes.app, { permissions, dataScope: 'ALL' }),
      await signedIn(pushes.app, {
        permissions: [...permissions, 'DEVICE_DEPOT'],
        dataScope: 'ALL',
      }),
    ]
    const body = { want: reboot, targets: { sns: ['DEPOT00000'] } }
    const answers = [clerk, depot].map((user) => user.get(mqttTasks.precheck, { body }))
    expect((await Promise.all(answers)).map(({ given, leftOut }) => [given, leftOut])).toEqual([
      [0, [{ code: 'S612', count: 1, examples: ['DEPOT00000'] }]],
      [1, []],
    ])
    const push = await pushes.give({ sns: ['DEPOT00000'] })
    expect((await pushes.itemsOf(push.id)).map(({ state }) => state)).toEqual(['QUEUED'])
  })

  it('are not given the same twice while it is under way', async () => {
    await pushes.add('AGAIN', 2)
    await pushes.give({ sns: ['AGAIN00000'] })
    const push = await pushes.give({ sns: snsOf('AGAIN', 2) })
    expect((await pushes.itemsOf(push.id)).map(({ sn, state }) => `${sn} ${state}`).sort()).toEqual(
      ['AGAIN00000 DUPLICATE', 'AGAIN00001 QUEUED'],
    )
  })

  it('are refused as a whole where some are unknown or somebody else’s, by line', async () => {
    await pushes.add('MINE', 1, { orgId: pushes.shopId })
    await pushes.add('FOREIGN', 1)
    const targets = { sns: ['MINE00000', 'FOREIGN00000', 'NOBODY00000'] }
    const answer = await pushes.shopkeeper.call(mqttTasks.add, { body: { want: reboot, targets } })
    expect(answer).toMatchObject({
      code: codes.badRequest,
      data: {
        fields: [
          {
            field: 'targets.sns',
            message: expect.stringMatching(/^2 .*2: FOREIGN00000, 3: NOBODY00000$/),
          },
        ],
      },
    })
  })

  it('never lie beyond the reach of who gives it, however they are named', async () => {
    const { rows } = await sql<{
      id: string
    }>`insert into device_group (name, type, org_id, max_members)
      values ('Both', 'STATIC', ${pushes.shopId}, 1000) returning id`.execute(
      pushes.app.platform.db,
    )
    const groupId = rows[0]?.id ?? ''
    await sql`insert into device_group_member (group_id, device_id)
      select ${groupId}, id from device where sn in ('MINE00000', 'FOREIGN00000')`.execute(
      pushes.app.platform.db,
    )
    const byGroup = await pushes.give({ groupId }, {}, pushes.shopkeeper)
    const filter = { field: 'sn', op: 'contains', values: ['0000'] }
    const byFilter = await pushes.give({ filter }, { options: {} }, pushes.shopkeeper)
    for (const { id } of [byGroup, byFilter])
      expect((await pushes.itemsOf(id)).map(({ sn }) => sn)).toEqual(['MINE00000'])
    const { code } = await pushes.shopkeeper.call(mqttTasks.add, {
      body: { want: reboot, targets: { orgId: pushes.app.rootId } },
    })
    expect(code).toBe(codes.badRequest)
  })

  it('leave out what is unknown once that was told and agreed to', async () => {
    await pushes.add('SEEN', 1, { orgId: pushes.shopId })
    const targets = { sns: ['SEEN00000', 'NOWHERE00000'] }
    const body = { want: reboot, targets }
    expect(await pushes.shopkeeper.get(mqttTasks.precheck, { body })).toMatchObject({
      total: 1,
      unknown: { count: 1, examples: ['NOWHERE00000'] },
    })
    const push = await pushes.give(targets, { skipUnknown: true }, pushes.shopkeeper)
    expect(push.size).toBe(1)
    const nobody = { want: reboot, targets: { sns: ['NOWHERE00000'] }, skipUnknown: true }
    expect(await pushes.shopkeeper.call(mqttTasks.add, { body: nobody })).toMatchObject({
      code: codes.badRequest,
    })
  })

  it('grow with the group, within the reach that its giver has then', async () => {
    const { rows } = await sql<{
      id: string
    }>`insert into device_group (name, type, org_id, max_members)
      values ('Growing', 'STATIC', ${pushes.shopId}, 1000) returning id`.execute(
      pushes.app.platform.db,
    )
    const groupId = rows[0]?.id ?? ''
    await pushes.add('GROWS', 2, { orgId: pushes.shopId })
    await pushes.add('ALIEN', 1)
    const join = (sn: string) =>
      sql`insert into device_group_member (group_id, device_id) select ${groupId}, id from device
        where sn = ${sn}`.execute(pushes.app.platform.db)
    await join('GROWS00000')
    const push = await pushes.give({ groupId }, { growing: true }, pushes.shopkeeper)
    expect(push.size).toBe(1)
    await join('GROWS00001')
    await join('ALIEN00000')
    await pushes.follow()
    expect((await pushes.itemsOf(push.id)).map(({ sn }) => sn).sort()).toEqual([
      'GROWS00000',
      'GROWS00001',
    ])
    await pushes.move(push.id, 'SUCCESS')
    await pushes.end()
    expect((await pushes.find(push.id)).state).toBe('RUNNING')
  })

  it('are written down slice by slice, and none is forgotten', async () => {
    await pushes.add('SLICE', 5100)
    const push = await pushes.give({ filter: { field: 'sn', op: 'begins', values: ['SLICE'] } })
    expect(push).toMatchObject({ size: 5100, waiting: 5100, graceUntil: expect.any(String) })
    expect(await pushes.strays()).toEqual([])
  })
})

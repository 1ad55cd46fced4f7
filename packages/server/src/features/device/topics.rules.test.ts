import { describe, expect, it } from 'vitest'
import { hearsCommands, mayPublish, maySubscribe, type Peer, readClientId } from './topics.rules.ts'

const device: Peer = { kind: 'device', sn: 'SN-00001', deviceId: 'd1', orgPath: 'a' }
const boot: Peer = { kind: 'boot', sn: 'SN-00001', keyId: 'k1', orgId: 'o1', ip: null }

describe('a client id', () => {
  it.each([
    ['d:SN-00001', 'SN-00001', { kind: 'device', sn: 'SN-00001' }],
    ['b:SN-00001', 'SN-00001', { kind: 'boot', sn: 'SN-00001' }],
    ['d:SN-00001', 'SN-00002', null],
    ['d:SN-00001', '', null],
    ['x:SN-00001', 'SN-00001', null],
    ['d:sn-00001', 'sn-00001', null],
    ['d:SN-00001/#', 'SN-00001/#', null],
    ['', '', null],
  ])('%s of user "%s" is read as %o', (clientId, userName, claim) => {
    expect(readClientId(clientId, userName)).toEqual(claim)
  })
})

describe('topic rights', () => {
  it.each([
    ['tms/v1/main/SN-00001/up/hb', true, false],
    ['tms/v1/main/SN-00001/up/task/1', true, false],
    ['tms/v1/main/SN-00002/up/hb', false, false],
    ['tms/v1/main/SN-00001/down/cmd', false, false],
    ['tms/v1/boot/SN-00001/up/reg', false, true],
    ['tms/v1/boot/SN-00002/up/reg', false, false],
    ['$SYS/x', false, false],
  ])('let publish on %s: terminal %s, first contact %s', (topic, ofDevice, ofBoot) => {
    expect([mayPublish(device, topic), mayPublish(boot, topic)]).toEqual([ofDevice, ofBoot])
  })

  it.each([
    ['tms/v1/main/SN-00001/down/#', true, false],
    ['tms/v1/main/SN-00001/down/cmd', true, false],
    ['tms/v1/main/SN-00001/#', false, false],
    ['tms/v1/main/+/down/cmd', false, false],
    ['tms/v1/main/SN-00002/down/#', false, false],
    ['tms/v1/main/SN-00001/up/#', false, false],
    ['tms/v1/boot/SN-00001/down/reg', false, true],
    ['tms/v1/boot/+/down/reg', false, false],
    ['#', false, false],
    ['$share/x/#', false, false],
  ])('let read %s: terminal %s, first contact %s', (topic, ofDevice, ofBoot) => {
    expect([maySubscribe(device, topic), maySubscribe(boot, topic)]).toEqual([ofDevice, ofBoot])
  })

  it('tell whether commands are heard', () => {
    expect(hearsCommands('SN-00001', ['tms/v1/main/SN-00001/down/cmd'])).toBe(true)
    expect(hearsCommands('SN-00001', ['tms/v1/main/SN-00001/down/#'])).toBe(true)
    expect(hearsCommands('SN-00001', ['tms/v1/main/SN-00001/down/time'])).toBe(false)
  })
})

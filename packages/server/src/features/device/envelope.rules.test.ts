import { describe, expect, it } from 'vitest'
import { readRegistration, readTopic, readUp } from './envelope.rules.ts'

const item = '01890a5d-ac96-774b-bcce-b302099a8057'
const beat = { v: 1, id: 'm1', ts: 1_767_225_600_123, type: 'hb', body: { bat: 80 } }
const report = { ...beat, type: 'task', body: { item, state: 'ACKED', at: 1 } }
const text = (value: unknown) => JSON.stringify(value)
const deep = (depth: number) => `${'['.repeat(depth)}"\\u0041"${']'.repeat(depth)}`

describe('a topic', () => {
  it('names the terminal and the path', () => {
    expect(readTopic('tms/v1/main/SN-12345/up/task/x')).toEqual({ sn: 'SN-12345', path: 'task/x' })
  })

  it.each([
    'tms/v1/main/SN-12345/down/cmd',
    'tms/v1/main/sn-12345/up/hb',
    'tms/v1/main/SN-12345/up/',
    'tms/v1/main/SN-12345/up/task/x/y',
    'tms/v2/main/SN-12345/up/hb',
    'tms/v1/main/SN-12345/up/hb\n',
    '',
  ])('like "%s" is not one of ours', (topic) => {
    expect(readTopic(topic)).toBeNull()
  })
})

describe('a message', () => {
  it('in order is read', () => {
    expect(readUp('hb', text(beat))).toEqual({
      message: { kind: 'hb', id: 'm1', ts: beat.ts, asks: false, body: { bat: 80 } },
    })
  })

  it('that asks for an answer says so, also where it is in no order', () => {
    expect(readUp('hb', text({ ...beat, ack: true }))).toMatchObject({ message: { asks: true } })
    const spoilt = { ...beat, ack: true, body: { bat: 101 } }
    expect(readUp('hb', text(spoilt))).toEqual({ fault: 'schema', asked: 'm1' })
    expect(readUp('xx', text({ ...beat, ack: true }))).toEqual({ fault: 'topic', asked: 'm1' })
    const unstorable = '{"v":1,"id":"m2","ack":true,"ts":1,"type":"hb","body":{"x":"\\u0000"}}'
    expect(readUp('hb', unstorable)).toEqual({ fault: 'text', asked: 'm2' })
    expect(readUp('hb', text({ ...spoilt, ack: false }))).toEqual({ fault: 'schema' })
  })

  it('keeps no member that the contract does not name', () => {
    const reading = readUp('hb', text({ ...beat, extra: 1, body: { bat: 80, extra: 1 } }))
    expect(reading).toMatchObject({ message: { body: { bat: 80 } } })
    expect(JSON.stringify(reading)).not.toContain('extra')
  })

  it('that tells what was in order before is not looked at for that again, and for all else', () => {
    const known = { 'com.a': 'known to be in order' }
    const before = (params: unknown) => (text(params) === text(known) ? known : null)
    const readBeat = (body: object) => readUp('hb', text({ ...beat, body }), before)
    const reading = readBeat({ bat: 80, params: known })
    expect(reading).toMatchObject({ message: { body: { bat: 80, params: known } } })
    expect('message' in reading && reading.message.body).toHaveProperty('params', known)
    const faulty = [{ bat: 101, params: known }, { params: { 'com.a': 'other' } }, { params: [] }]
    for (const body of faulty) expect(readBeat(body)).toEqual({ fault: 'schema' })
    expect(readUp('hb', text({ ...beat, body: { params: known } }))).toEqual({ fault: 'schema' })
    // Of a beat that tells nothing nobody asks.
    const told = readUp('hb', text(beat), () => known)
    expect(told).toMatchObject({ message: { body: { bat: 80 } } })
    expect(text(told)).not.toContain('params')
  })

  it.each([
    ['json', 'hb', '{'],
    ['json', 'hb', ''],
    ['json', 'hb', '{"v":NaN}'],
    ['schema', 'hb', 'null'],
    ['schema', 'hb', '[]'],
    ['schema', 'hb', text({ ...beat, v: 2 })],
    ['schema', 'hb', text({ ...beat, id: '' })],
    ['schema', 'hb', text({ ...beat, body: { bat: 101 } })],
    ['schema', 'hb', text({ ...beat, body: { freeMb: 2 ** 40 } })],
    ['schema', 'hb', text({ ...beat, body: null })],
    ['type', 'hb', text({ ...beat, type: 'net' })],
    ['topic', 'xx', text(beat)],
    ['topic', 'hb/1', text(beat)],
    ['topic', 'task', text(report)],
    ['topic', '__proto__', text(beat)],
    ['item', 'task/other', text(report)],
    ['text', 'hb', '{"v":1,"id":"a\\u0000b","ts":1,"type":"hb","body":{}}'],
    ['text', 'hb', '{"v":1,"id":"a\\ud800b","ts":1,"type":"hb","body":{}}'],
    ['text', 'hb', `{"v":1,"id":"a","ts":1,"type":"hb","body":{},"x":${deep(20_000)}}`],
  ])('is refused for its %s on %s: %s', (fault, path, payload) => {
    expect(readUp(path, payload)).toEqual({ fault })
  })

  it('reports on the item of its topic', () => {
    expect(readUp(`task/${item}`, text(report))).toMatchObject({
      message: { kind: 'task', body: { item } },
    })
  })
})

describe('a first contact', () => {
  const body = { sn: 'SN-12345', model: 'M1', vendor: 'V1', agentVersion: '1', firmware: '1' }
  const first = { ...beat, type: 'reg', body }

  it('of the terminal of the topic is read', () => {
    expect(readRegistration('SN-12345', text(first))).toEqual({ message: { id: 'm1', body } })
  })

  it('for another terminal is refused', () => {
    expect(readRegistration('SN-99999', text(first))).toEqual({ fault: 'topic' })
  })
})

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt-packet'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBroker } from './broker.ts'
import type { DeviceBroker, Done } from './brokerLink.ts'
import { publishedIn } from './brokerShortWay.ts'

const publish = (messageId: number, more: Partial<mqtt.IPublishPacket> = {}) =>
  mqtt.generate({
    cmd: 'publish',
    topic: 'mine/up/hb',
    payload: `beat ${messageId}`,
    qos: 1,
    messageId,
    dup: false,
    retain: false,
    ...more,
  })
const ping = mqtt.generate({ cmd: 'pingreq' })

describe('the messages of a chunk', () => {
  const told = (chunk: Buffer) =>
    publishedIn(chunk)?.map(
      ({ topic, messageId, payload }) => `${topic} ${messageId} ${payload.toString()}`,
    )

  it('are read where there is nothing else', () => {
    const long = publish(65_535, { payload: 'x'.repeat(20_000), dup: true })
    const chunk = Buffer.concat([publish(1), publish(258, { topic: 'mine/é' }), long])
    const texts = ['mine/up/hb 1 beat 1', 'mine/é 258 beat 258']
    expect(told(chunk)).toEqual([...texts, `mine/up/hb 65535 ${'x'.repeat(20_000)}`])
  })

  it.each([
    ['another packet', Buffer.concat([publish(1), ping])],
    ['quality 0', publish(1, { qos: 0 })],
    ['quality 2', publish(1, { qos: 2 })],
    ['a message to be kept', publish(1, { retain: true })],
    ['the beginning of another', Buffer.concat([publish(1), publish(2).subarray(0, 1)])],
    ['all but the end', publish(1).subarray(0, -1)],
    ['no packet id', Buffer.from([0x32, 3, 0, 1, 0x61])],
    ['packet id 0', Buffer.from([0x32, 5, 0, 1, 0x61, 0, 0])],
    ['no contents', Buffer.from([0x32, 0])],
    ['a topic longer than the packet', Buffer.from([0x32, 5, 0, 9, 0x61, 0, 1])],
    ['a length without end', Buffer.from([0x32, 0xff, 0xff, 0xff, 0xff, 0xff])],
    ['a wildcard', Buffer.from([0x32, 5, 0, 1, 0x23, 0, 1])],
  ])('are left to the broker where there is %s', (_, chunk) => {
    expect(publishedIn(chunk)).toBeNull()
  })
})

describe('a connection', () => {
  let broker: DeviceBroker<string>
  let received: string[]
  let answer: (done: Done) => void
  let admitMs: number
  let isBehind: boolean
  const reasons: string[] = []
  const open: Socket[] = []

  beforeEach(async () => {
    received = []
    reasons.length = 0
    answer = (done) => done()
    admitMs = 0
    isBehind = false
    const log = pino({ level: 'silent' })
    broker = makeBroker<string>({ port: 0, maxPacketBytes: 132_096, log })
    await broker.open({
      admit: ({ clientId }) => sleep(admitMs, { session: clientId }),
      mayPublish: (_, topic) => topic.startsWith('mine/'),
      maySubscribe: () => true,
      subscribed: (_, topics) => void received.push(`hears ${topics.join()}`),
      opened: () => undefined,
      closed: (_, reason) => void reasons.push(reason),
      receive({ topic, payload }, done) {
        received.push(`${topic} ${payload.toString()}`)
        answer(done)
      },
      isBehind: () => isBehind,
      turnedAway: (because) => void reasons.push(because),
    })
  })
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy()
    await broker.link.stop()
  })

  /** A connection by hand, and the packets that came by it. */
  async function join(keepalive = 60): Promise<{ socket: Socket; heard: string[] }> {
    const { socket, heard } = knock(keepalive)
    await expect.poll(() => heard).toEqual(['connack'])
    heard.length = 0
    return { socket, heard }
  }

  /** The same, not admitted yet. */
  function knock(keepalive = 60): { socket: Socket; heard: string[] } {
    const socket = connect(Number(broker.link.port()), '127.0.0.1').setNoDelay(true)
    open.push(socket)
    const heard: string[] = []
    const parser = mqtt.parser()
    parser.on('packet', ({ cmd, messageId }) => heard.push(`${cmd} ${messageId ?? ''}`.trim()))
    socket.on('data', (chunk) => parser.parse(chunk))
    socket.on('error', () => undefined)
    const who = { clientId: 'mine', username: 'mine', password: Buffer.from('any') }
    socket.write(
      mqtt.generate({ cmd: 'connect', protocolId: 'MQTT', clean: true, keepalive, ...who }),
    )
    return { socket, heard }
  }

  it('may speak before it hears that it is admitted', async () => {
    admitMs = 100
    const { socket, heard } = knock()
    await sleep(30)
    const subscriptions = [{ topic: 'mine/down/cmd', qos: 1 as const }]
    socket.write(mqtt.generate({ cmd: 'subscribe', messageId: 1, subscriptions }))
    socket.write(publish(2))
    await expect.poll(() => heard.toSorted()).toEqual(['connack', 'puback 2', 'suback 1'])
    expect(received.toSorted()).toEqual(['hears mine/down/cmd', 'mine/up/hb beat 2'])
    expect(reasons).toEqual([])
  })

  it('has each message acknowledged once and in turn, wherever its bytes are cut', async () => {
    const { socket, heard } = await join()
    const bytes = Buffer.concat([publish(1), publish(2), ping, publish(3), publish(4)])
    const expected = ['puback 1', 'puback 2', 'puback 3', 'puback 4']
    for (let cut = 1; cut < bytes.length; cut += 5) {
      socket.write(bytes.subarray(0, cut))
      await sleep(2)
      socket.write(bytes.subarray(cut))
      await expect.poll(() => heard.length, { interval: 5 }).toBe(5)
      expect(heard.filter((packet) => packet !== 'pingresp')).toEqual(expected)
      expect(received.splice(0)).toEqual([1, 2, 3, 4].map((n) => `mine/up/hb beat ${n}`))
      heard.length = 0
    }
    expect(reasons).toEqual([])
  })

  it('has nothing of a message taken for one of its own', async () => {
    const { socket, heard } = await join()
    const inner = publish(9)
    const outer = publish(7, { payload: Buffer.concat([Buffer.from('beat'), inner]) })
    socket.write(outer.subarray(0, -inner.length))
    await sleep(20)
    socket.write(inner)
    await expect.poll(() => heard).toEqual(['puback 7'])
    expect(received).toHaveLength(1)
  })

  it('has no message acknowledged before it is done, and ends with one that failed', async () => {
    const { socket, heard } = await join()
    const dones: Done[] = []
    answer = (done) => void dones.push(done)
    socket.write(Buffer.concat([publish(1), publish(2)]))
    await expect.poll(() => dones.length).toBe(2)
    dones[1]?.()
    await expect.poll(() => heard).toEqual(['puback 2'])
    dones[0]?.(new Error('not stored'))
    await expect.poll(() => reasons).toEqual(['protocol'])
    expect(heard).toEqual(['puback 2'])
  })

  it('is read no further while many of its messages wait, and then to the end', async () => {
    const { socket, heard } = await join()
    const dones: Done[] = []
    answer = (done) => void dones.push(done)
    const all = Array.from({ length: 20_000 }, (_, n) => publish(n + 1))
    for (let from = 0; from < all.length; from += 500) {
      socket.write(Buffer.concat(all.slice(from, from + 500)))
      await sleep(1)
    }
    await sleep(300)
    expect(dones.length).toBeLessThan(10_000)
    answer = (done) => done()
    for (const done of dones) done()
    await expect.poll(() => heard.length).toBe(20_000)
    expect(new Set(heard).size).toBe(20_000)
  })

  it('is read no further where they come one by one, and is not taken for silent', async () => {
    const { socket, heard } = await join(1)
    const dones: Done[] = []
    answer = (done) => void dones.push(done)
    for (let n = 1; n <= 300; n++) {
      socket.write(publish(n))
      await sleep(1)
    }
    await sleep(4_000)
    expect(dones.length).toBeLessThan(150)
    expect(reasons).toEqual([])
    answer = (done) => done()
    for (const done of dones) done()
    await expect.poll(() => heard.length).toBe(300)
    expect(received).toHaveLength(300)
  })

  it('ends with a message that it may not send', async () => {
    const { socket, heard } = await join()
    socket.write(Buffer.concat([publish(1), publish(2, { topic: 'yours/up/hb' })]))
    await expect.poll(() => reasons).toEqual(['topic', 'protocol'])
    expect(heard).not.toContain('puback 2')
    expect(received).not.toContain('yours/up/hb beat 2')
  })

  it('is read message by message while its organisation is behind', async () => {
    const { socket, heard } = await join()
    const waiting: Done[] = []
    answer = (done) => void waiting.push(done)
    isBehind = true
    const write = async (messageId: number) => {
      socket.write(publish(messageId))
      await sleep(50)
    }
    await write(1)
    await expect.poll(() => received).toHaveLength(1)
    for (const messageId of [2, 3]) await write(messageId)
    expect(received).toEqual(['mine/up/hb beat 1'])
    waiting.shift()?.()
    await expect.poll(() => heard).toEqual(['puback 1'])
    // What came meanwhile is one chunk by now.
    await expect.poll(() => received).toHaveLength(3)
    await write(4)
    expect(received).toHaveLength(3)
    isBehind = false
    waiting.shift()?.()
    await expect.poll(() => received).toHaveLength(4)
    expect(reasons).toEqual([])
  })

  it('lives by its messages alone', async () => {
    const { socket } = await join(1)
    for (let turn = 1; turn <= 10; turn++) {
      await sleep(500)
      socket.write(publish(turn))
    }
    expect(reasons).toEqual([])
    await expect.poll(() => reasons).toEqual(['keepAlive'])
    expect(received).toHaveLength(10)
  })

  it('does not live by the bytes of a packet without end', async () => {
    const { socket } = await join(1)
    const bytes = publish(1, { payload: 'x'.repeat(100) })
    for (let at = 0; at < 10 && reasons.length === 0; at++) {
      socket.write(bytes.subarray(at, at + 1))
      await sleep(500)
    }
    expect(reasons).toEqual(['keepAlive'])
  })
})

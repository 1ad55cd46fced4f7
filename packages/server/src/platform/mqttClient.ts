import { connect, type MqttClient } from 'mqtt'
import type { DeviceLink, Done, DownPublication } from './brokerLink.ts'

export interface MqttClientOptions {
  /** Address of the broker with the gateway's own name and password. */
  readonly url: string
  /** The same after a restart: then the broker goes on where it stopped. */
  readonly clientId: string
  /** What is read from the broker; with `$share` the gateways share the load. */
  readonly topics: readonly string[]
}

/** Takes a message; the broker is told only after `done`. */
export type Receive = (topic: string, payload: Buffer, done: Done) => void

/** How long the broker keeps what it has for a gateway that is away, in seconds. */
const sessionSeconds = 3600

/** Messages that may wait for their commit; the broker holds the others back. */
const receiveMaximum = 4096

/** A broker that knows MQTT 3.1.1 only says so with one of these codes. */
const unknownVersion: readonly unknown[] = [1, 132]

type Acknowledge = () => void

/** Reaches terminals through a broker of its own; connects, and connects again, by itself once opened. */
export function makeMqttClient({ url, clientId, topics }: MqttClientOptions): {
  readonly link: DeviceLink
  readonly open: (receive: Receive) => void
} {
  const client = connect(url, {
    clientId,
    protocolVersion: 5,
    clean: false,
    manualConnect: true,
    reconnectPeriod: 1000,
    reconnectOnConnackError: true,
    resubscribe: false,
    properties: { sessionExpiryInterval: sessionSeconds, receiveMaximum },
  })
  let isSubscribed = false
  client.on('error', (error) => {
    if ('code' in error && unknownVersion.includes(error.code)) client.options.protocolVersion = 4
  })
  client.on('connect', () => {
    client.subscribe([...topics], { qos: 1 }, (error) => {
      isSubscribed = !error
    })
  })
  client.on('close', () => {
    isSubscribed = false
  })
  return {
    link: {
      port: () => null,
      publishDown: (message) => publishThrough(client, message),
      isConnected: () => client.connected,
      isReady: () => client.connected && isSubscribed,
      // Whom another broker holds, only that broker can let go.
      close: () => undefined,
      stop: () => client.endAsync(),
    },
    open(receive) {
      acknowledgeLate(client, receive)
      client.connect()
    },
  }
}

/**
 * Holds the acknowledgement of each message back until it is done. The client's own way to do so
 * would take one message at a time; this takes as many as the broker sends ahead.
 */
function acknowledgeLate(client: MqttClient, receive: Receive): void {
  let waiting = new Map<number, Acknowledge | 'done'>()
  const settle = (id: number, of: typeof waiting) => {
    const acknowledge = of.get(id)
    if (typeof acknowledge === 'function') {
      of.delete(id)
      acknowledge()
    } else of.set(id, 'done')
  }
  holdPubacks(client, (id, acknowledge) => {
    if (waiting.get(id) === 'done') {
      waiting.delete(id)
      acknowledge()
    } else waiting.set(id, acknowledge)
  })
  client.on('message', (topic, payload, { messageId, qos }) => {
    const of = waiting
    receive(topic, payload, (error) => {
      if (qos === 0 || messageId === undefined) return
      if (!error) settle(messageId, of)
      // The broker sends again what it has no answer to when the connection is new.
      else if (of === waiting) client.stream.destroy()
    })
  })
  client.on('close', () => {
    // Numbers of a connection that is over mean other messages on the next one.
    waiting = new Map()
  })
}

interface Packet {
  readonly cmd: string
  readonly messageId: number
}

type Send = (packet: Packet, sent?: () => void, ...more: unknown[]) => void

/** Puts itself between the client and its PUBACKs; everything else goes out as ever. */
function holdPubacks(
  client: MqttClient,
  hold: (id: number, acknowledge: Acknowledge) => void,
): void {
  // The one place where the client writes packets; the tests would tell if it moved.
  const send = Reflect.get(client, '_sendPacket') as Send
  const held: Send = (packet, sent, ...more) => {
    if (packet.cmd !== 'puback') {
      send.call(client, packet, sent, ...more)
      return
    }
    hold(packet.messageId, () => {
      if (client.connected) send.call(client, packet)
    })
    // To the client it is sent: it reads on.
    sent?.()
  }
  Reflect.set(client, '_sendPacket', held)
}

function publishThrough(client: MqttClient, message: DownPublication): boolean {
  const { topic, payload, retain, delivered } = message
  if (!client.connected) return false
  client.publish(topic, payload, { qos: 1, retain }, (error) => {
    if (!error) delivered?.()
  })
  return true
}

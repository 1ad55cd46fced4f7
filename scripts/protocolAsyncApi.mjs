// docs/asyncapi.json: the protocol as a terminal sees it, for generators of documents and code.

/** The AsyncAPI 3 document: `send` is what a terminal publishes, `receive` what it subscribes to. */
export function asyncApiOf(protocol) {
  const { boot, up, down, envelope } = protocol
  const messages = [...boot, ...up, ...down].map((message) => ({ ...message, key: keyOf(message) }))
  const each = (make) => Object.fromEntries(messages.map((message) => [message.key, make(message)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Muster device protocol',
      // Of the protocol, not of Muster: `tms/v1`.
      version: '1.0.0',
      description: 'What payment terminals and Muster exchange over MQTT. See device-protocol.md.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      gateway: {
        host: 'localhost:1883',
        protocol: 'mqtt',
        protocolVersion: '3.1.1',
        security: [{ $ref: '#/components/securitySchemes/password' }],
      },
    },
    channels: each(channelOf),
    operations: each(operationOf),
    components: {
      messages: each(messageOf(envelope)),
      parameters: {
        tenant: { description: 'Answered by the registration.' },
        sn: { description: "The terminal's serial number." },
        itemId: { description: 'The item of the command that is reported on.' },
      },
      securitySchemes: {
        password: {
          type: 'userPassword',
          description: 'User name is the serial number; see "Password" in device-protocol.md.',
        },
      },
    },
  }
}

const keyOf = ({ topic, type, direction }) =>
  topic.includes('/boot/')
    ? `${direction}Registration`
    : `${direction}${type[0].toUpperCase()}${type.slice(1)}`

function channelOf({ topic, key }) {
  const names = [...topic.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  return {
    address: topic,
    messages: { [key]: { $ref: `#/components/messages/${key}` } },
    parameters: Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/parameters/${name}` }]),
    ),
  }
}

function operationOf({ key, direction, qos, retain, summary }) {
  return {
    action: direction === 'up' ? 'send' : 'receive',
    channel: { $ref: `#/channels/${key}` },
    summary,
    bindings: { mqtt: { qos, retain, bindingVersion: '0.2.0' } },
  }
}

const messageOf =
  (envelope) =>
  ({ key, type, direction, code, summary, schema }) => ({
    name: key,
    title: code || 'Answer to U-REG',
    summary,
    contentType: 'application/json',
    payload: {
      ...envelope,
      properties: {
        ...envelope.properties,
        type: { ...envelope.properties.type, const: type },
        body: schema,
      },
      required:
        direction === 'down' && type !== 'reg' ? [...envelope.required, 'sig'] : envelope.required,
    },
  })

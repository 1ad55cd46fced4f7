// The generated parts of docs/device-protocol.md, by the name of their marker.
import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** @returns {Record<string, string>} Markdown of each generated part */
export function tablesOf(protocol) {
  const { boot, up, down, envelope, commands, options, contract } = protocol
  return {
    topics: topics([...boot, ...up, ...down]),
    envelope: members(envelope),
    boot: boot.map(section).join('\n\n'),
    up: up.map(section).join('\n\n'),
    down: down.map(section).join('\n\n'),
    commands: commandTable(commands),
    options: members(options),
    states: [
      `A terminal reports: ${words(contract.reportedStates)}.`,
      `Nothing moves out of: ${words(contract.finalItemStates)}.`,
      `Steps of \`RUNNING\`: ${words(contract.installSteps)}.`,
      `Reasons of \`DEFERRED\`: ${words(contract.deferReasons)}.`,
    ].join('\n\n'),
    vectors: vectors(contract),
  }
}

const words = (list) => list.map((word) => `\`${word}\``).join(', ')

function table(head, rows) {
  const cell = (text) => String(text).replaceAll('|', String.raw`\|`)
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function topics(messages) {
  return table(
    ['Topic', 'Direction', 'QoS', 'Retained', '`type`', 'Body'],
    messages.map(({ topic, direction, qos, retain, type, code }) => [
      `\`${topic}\``,
      direction,
      qos,
      retain ? 'yes' : 'no',
      `\`${type}\``,
      code || 'answer to U-REG',
    ]),
  )
}

function section({ code, summary, topic, direction, schema }) {
  const title = code || 'Answer to U-REG'
  const path = topic.slice(topic.indexOf(`${direction}/`))
  return `### ${title} · \`${path}\`\n\n${summary}\n\n${members(schema)}`
}

function members({ properties, required = [] }) {
  return table(
    ['Member', 'Type', 'Must', 'Meaning'],
    Object.entries(properties).map(([name, member]) => [
      `\`${name}\``,
      typeText(member),
      required.includes(name) ? 'yes' : '',
      member.description,
    ]),
  )
}

function commandTable(commands) {
  return table(
    ['Command', 'Argument', 'Type', 'Otherwise', 'Meaning'],
    commands.flatMap(({ cmd, schema }) => {
      const args = Object.entries(schema.properties ?? {})
      if (args.length === 0) return [[`\`${cmd}\``, 'none', '', '', '']]
      return args.map(([name, member]) => [
        `\`${cmd}\``,
        `\`${name}\``,
        typeText(member),
        member.default === undefined ? 'must be given' : `\`${member.default}\``,
        member.description,
      ])
    }),
  )
}

function typeText(member) {
  if (member.enum) return words(member.enum)
  if (member.const !== undefined) return `\`${member.const}\``
  if (member.format === 'uuid') return 'UUID'
  if (member.anyOf)
    return member.anyOf
      .filter(({ type }) => type !== 'null')
      .map(typeText)
      .join(' or ')
  switch (member.type) {
    case 'string':
      return `text${lengthText(member)}`
    case 'integer':
      return `whole number${boundsText(member)}`
    case 'number':
      return `number${boundsText(member)}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `list of ${typeText(member.items)}${member.maxItems ? `, at most ${member.maxItems}` : ''}`
    case 'object':
      return 'object'
    default:
      return 'any'
  }
}

function lengthText({ minLength = 0, maxLength }) {
  if (!maxLength) return ''
  return minLength > 0 ? `, ${minLength} to ${maxLength} characters` : `, up to ${maxLength}`
}

function boundsText({ minimum, maximum }) {
  if (minimum === undefined) return ''
  return maximum === undefined ? `, ${minimum} or more` : `, ${minimum} to ${maximum}`
}

/** Examples with every number fixed, for whoever writes an agent. */
function vectors({ passwordText, downText }) {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => at))
  const password = passwordText('SIM-00001', 1_767_225_600, '0123456789abcdef01234567')
  const mac = createHmac('sha256', bytes).update(password).digest('base64url')
  // The fixed head of an Ed25519 private key in PKCS #8, before its 32 bytes.
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({
    key: Buffer.concat([head, bytes]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  const body = { item: '019b8f6a-0000-7000-8000-000000000001', cmd: 'LOCATE', args: {}, attempt: 1 }
  const message = { id: 'm-1', ts: 1_767_225_600_123, type: 'cmd', exp: 1_767_226_200_123 }
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const text = downText(message, 'SIM-00001', digest)
  const sig = sign(null, Buffer.from(text), key).toString('base64')
  return [
    'Password; the secret is the 32 bytes 0, 1, 2 … 31:',
    fenced(password),
    fenced(`v1.1767225600.0123456789abcdef01234567.${mac}`),
    'Signature; the private key is the 32 bytes 0, 1, 2 … 31, the public key (SPKI, base64):',
    fenced(publicKey),
    'The message as it is sent, in one line, and the text that its signature covers:',
    fenced(JSON.stringify({ v: 1, ...message, body, sig })),
    fenced(text),
  ].join('\n\n')
}

const fenced = (text) => `\`\`\`text\n${text}\n\`\`\``

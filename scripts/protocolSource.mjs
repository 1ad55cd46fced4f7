// What the contract says of the device protocol: its values, and the comments beside them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@muster/contract'
import * as z from 'zod/mini'

const { deviceMessages, commandSchemas, commandPermissions, topicRoot } = contract
const { upMessages, downMessages } = deviceMessages

const messageFiles = [
  'messages',
  'acknowledgement',
  'taskMessages',
  'traceMessages',
  'troubleMessages',
  'keyMessages',
  'messageParts',
]

/** Everything the documents are made of. */
export function readProtocol(root) {
  const sourceOf = (path) => readFileSync(join(root, 'packages/contract/src', path), 'utf8')
  const messages = messageFiles.map((name) => sourceOf(`device/${name}.ts`)).join('')
  const describe = (name, schema) => ({
    ...titleOf(messages, name),
    schema: described(schema, blockOf(messages, name)),
  })
  const ofTerminal = (set, direction) =>
    Object.entries(set).map(([type, message]) => ({
      type,
      direction,
      topic: `${topicRoot}/{tenant}/{sn}/${direction}/${message.path.replace(/:(\w+)/g, '{$1}')}`,
      qos: message.qos,
      retain: message.retain ?? false,
      ...describe(constantOf(messages, `${direction}Messages`, type), message.body),
    }))
  const ofBoot = (name, direction) => ({
    type: 'reg',
    direction,
    topic: contract.bootTopic('{sn}', direction),
    qos: 1,
    retain: false,
    ...describe(name, deviceMessages[name]()),
  })
  const commandSource = sourceOf('device/commandSchemas.ts')
  return {
    boot: [ofBoot('registration', 'up'), ofBoot('registrationAnswer', 'down')],
    up: ofTerminal(upMessages, 'up'),
    down: ofTerminal(downMessages, 'down'),
    envelope: described(contract.envelope(), sourceOfEnvelope(sourceOf)),
    options: described(contract.taskOptions(), blockOf(messages, 'taskOptions')),
    commands: Object.entries(commandSchemas).map(([cmd, schema]) => ({
      cmd,
      permission: commandPermissions[cmd],
      schema: described(schema, memberBlock(commandSource, cmd)),
    })),
    maxMessageBytes: contract.maxMessageBytes,
    contract,
  }
}

const sourceOfEnvelope = (sourceOf) => blockOf(sourceOf('core/deviceMessage.ts'), 'envelope')

/** The JSON schema of a body, its members described by their comments; each must have one. */
function described(schema, source) {
  const { $schema: _, ...json } = plain(z.toJSONSchema(schema, { io: 'input' }))
  for (const [name, member] of Object.entries(json.properties ?? {})) {
    const comment = commentBefore(source, new RegExp(`^\\s*${name}[:,]`, 'm'))
    if (!comment) throw new Error(`"${name}" has no comment in: ${source.slice(0, 60)} …`)
    member.description = comment
  }
  return json
}

/** Without the limits that every number of JavaScript has, and the pattern beside a format. */
function plain(node) {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(plain)
  const entries = Object.entries(node).filter(
    ([key, value]) =>
      Math.abs(value) !== Number.MAX_SAFE_INTEGER &&
      key !== 'propertyNames' &&
      !(key === 'pattern' && node.format),
  )
  return Object.fromEntries(entries.map(([key, value]) => [key, plain(value)]))
}

/** `U-HB: the regular sign of life.` → code and summary. */
function titleOf(source, name) {
  const comment = commentBefore(source, new RegExp(`^(export )?const ${name} `, 'm')) ?? ''
  const [, code = '', summary = comment] = /^([A-Z]-[A-Z]+): (.*)$/s.exec(comment) ?? []
  return { name, code, summary: summary.charAt(0).toUpperCase() + summary.slice(1) }
}

/** The constant that a set of messages names at this key: `act: activation`. */
function constantOf(source, set, key) {
  const [, name = ''] = new RegExp(`\\b${key}: (\\w+)`).exec(blockOf(source, set)) ?? []
  return name
}

/** The text of one constant. */
function blockOf(source, name) {
  const begin = new RegExp(`^(export )?const ${name} `, 'm').exec(source)?.index ?? source.length
  const length = source.slice(begin + 1).search(/^(export |const )/m)
  return length < 0 ? source.slice(begin) : source.slice(begin, begin + 1 + length)
}

/** The text of one command: up to the next one, or to the last one's end. */
function memberBlock(source, name) {
  const begin = source.indexOf(`\n  ${name}: `)
  const length = source.slice(begin + 2).search(/^(?: {2}[A-Z_]+: |\}\))/m)
  return source.slice(begin, begin + 2 + length)
}

/** The comment that ends right before the line that the pattern finds. */
function commentBefore(source, pattern) {
  const at = pattern.exec(source)?.index
  if (at === undefined) return null
  const before = source.slice(0, at).trimEnd()
  if (!before.endsWith('*/')) return null
  const text = before.slice(before.lastIndexOf('/**') + 3, -2)
  return text.replace(/\n\s*\*\s?/g, ' ').trim()
}

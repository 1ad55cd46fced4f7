import { nameText } from '../../platform/texts.ts'

/** Where the texts of a screen begin, where that is not the record's own name in the paths of its calls. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  asynctask: ['task'],
  customize: ['customize', 'website.policy', 'website', 'theme'],
  mail: ['mail.server', 'mail'],
  org: ['organization', 'organization.config', 'website.policy', 'website'],
  pwd: ['website.policy'],
  rc: ['website.remote'],
  server: ['platform.point'],
  trace: ['logTrace', 'logView', 'logFile'],
  user: ['user', 'ucenter', 'theme'],
}

/**
 * What the screens call a member of a record that the call of an entry changed; null: nothing. The
 * text of a member has its name, that of a reference the name of what it refers to.
 */
export function fieldLabel(path: string, member: string): string | null {
  const [, , , , record = ''] = path.split('/')
  const thing = member === 'orgId' ? 'organization' : member.replace(/Ids?$/, '')
  const keys = [...(beginnings[record] ?? [record]), 'kit'].flatMap((start) =>
    [member, thing, `${thing}s`].map((name) => `${start}.${name}`),
  )
  return keys.map(labelOf).find((label) => label !== null) ?? null
}

/** Where the words of values begin, by the member that holds them. */
const wordsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  trace: { kinds: 'device.log', level: 'logView.level', mode: 'logTrace.mode' },
}

/** What the screen of a record calls a value of its member; what it has no word for stays as it is. */
export function valueLabel(path: string, member: string, value: string): string {
  const [, , , , record = ''] = path.split('/')
  const words = wordsOf[record]?.[member]
  return (words && labelOf(`${words}.${value}`)) ?? value
}

/** A text that stands by itself: one with something to fill in is a sentence. */
function labelOf(key: string): string | null {
  const text = nameText(key)
  return text === key || text.includes('{') ? null : text
}

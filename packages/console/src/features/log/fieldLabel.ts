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

/** A text that stands by itself: one with something to fill in is a sentence. */
function labelOf(key: string): string | null {
  const text = nameText(key)
  return text === key || text.includes('{') ? null : text
}

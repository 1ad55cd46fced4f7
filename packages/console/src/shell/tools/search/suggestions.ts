import { searchedKinds } from '@muster/contract'
import type { IconName } from '../../../ui/Icon.tsx'
import { folded } from '../../../ui/form/sameLetters.ts'

export const groups = [
  'act',
  'recent',
  'tab',
  'device',
  'app',
  'push',
  'menu',
  'organization',
  'station',
  'group',
  'plan',
  'version',
  'template',
  'repair',
  'model',
  'vendor',
  'policy',
  'banner',
  'user',
  'command',
  'web',
] as const
export type Group = (typeof groups)[number]

/** What a suggestion is, as it says at its end. */
export type Kind = Exclude<Group, 'recent' | 'tab' | 'menu'> | 'page'

/** Something that the search dialog offers. */
export interface Suggestion {
  readonly id: string
  readonly group: Group
  readonly kind: Kind
  readonly text: string
  /** Where it lies, in smaller letters. */
  readonly detail?: string
  readonly icon: IconName
  /** The icon of its menu entry, in place of the kind's. */
  readonly menuIcon?: string | undefined
  /** More words that find it. */
  readonly words?: string
  readonly choose: () => void
}

/** Before anything is typed the dialog helps back to where one was. */
const mostOfAKind = { idle: 6, typed: 8 }
const shownIdle: readonly Group[] = ['recent', 'tab', 'menu']
/** Found by the server, by rules of its own, or made for what was typed. */
const found: readonly Group[] = [
  'act',
  'device',
  'app',
  'push',
  ...searchedKinds,
  'organization',
  'model',
  'policy',
  'banner',
  'user',
  'web',
]

/** Whether each typed word is in the suggestion's, in any order and case. */
function fits({ text, detail = '', words = '' }: Suggestion, typed: readonly string[]): boolean {
  const all = folded(`${text} ${detail} ${words}`)
  return typed.every((word) => all.includes(word))
}

/** What begins with the typed words stands before what only holds them. */
const rank = ({ text }: Suggestion, [first = '']: readonly string[]): number => {
  const own = folded(text)
  if (own.startsWith(first)) return 0
  return own.includes(` ${first}`) ? 1 : 2
}

/** The suggestions for what was typed: group by group, the nearest first, no page twice. */
export function suggest(all: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  const isIdle = words.length === 0
  const most = isIdle ? mostOfAKind.idle : mostOfAKind.typed
  const seen = new Set<string>()
  return groups.flatMap((group) =>
    all
      .filter((one) => one.group === group && (isIdle ? shownIdle.includes(group) : isFound(one)))
      .toSorted((a, b) => (isIdle || found.includes(group) ? 0 : rank(a, words) - rank(b, words)))
      .filter(({ id }) => !seen.has(id) && seen.add(id))
      .slice(0, most),
  )
  function isFound(one: Suggestion): boolean {
    return found.includes(one.group) || fits(one, words)
  }
}

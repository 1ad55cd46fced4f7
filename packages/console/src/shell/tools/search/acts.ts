import { type AskedCommand, commandNames, type ReplyOf, type search } from '@muster/contract'
import {
  askCommand,
  commandIcons,
  commandText,
  permissionOf,
} from '../../../features/device/index.ts'
import { can } from '../../../kit/session.ts'
import { navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { folded } from '../../../ui/form/sameLetters.ts'
import type { Suggestion } from './suggestions.ts'

type Found = ReplyOf<typeof search>['devices'][number]

/** What was typed, as an act and the terminal that it is meant for: "137 reboot", "sync 137". */
export interface AskedAct {
  readonly cmd: AskedCommand
  /** What names the terminal. */
  readonly rest: string
}

/** Fewer letters begin too many words. */
const fewestLetters = 4

/** Finds the command in what was typed, in the reader's language or as the wire calls it; null: there is none. */
export function actIn(typed: string): AskedAct | null {
  const words = typed.trim().split(/\s+/)
  const asked = commandNames.map((cmd): AskedAct => {
    const known = folded(`${cmd} ${commandText(cmd)} ${t(`tools.act.${cmd}`)}`).split(/\s+/)
    const isOf = (word: string) => known.some((one) => begins(one, folded(word)))
    return { cmd, rest: words.filter((word) => !isOf(word)).join(' ') }
  })
  const [best] = asked
    .filter(({ rest }) => rest !== '' && rest !== words.join(' '))
    .toSorted((a, b) => a.rest.length - b.rest.length)
  return best && can(permissionOf(best.cmd)) ? best : null
}

const begins = (word: string, typed: string): boolean =>
  word === typed || (typed.length >= fewestLetters && word.startsWith(typed))

/** The act for each terminal that was found: its page opens and asks what the act's button asks. */
export const actsOf = (
  { cmd }: AskedAct,
  devices: readonly Found[],
  pathOf: (id: string) => string,
): readonly Suggestion[] =>
  devices.map(({ id, sn, name, orgName }) => ({
    id: `act:${cmd}:${id}`,
    group: 'act',
    kind: 'act',
    text: t('tools.actOn', { command: commandText(cmd), sn }),
    detail: [name, orgName].filter(Boolean).join(' · '),
    icon: commandIcons[cmd],
    choose: () => {
      askCommand({ deviceId: id, cmd })
      navigate(pathOf(id))
    },
  }))

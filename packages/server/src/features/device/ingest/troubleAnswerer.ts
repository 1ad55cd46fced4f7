import { deviceMessages } from '@muster/contract'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import { translate } from '../../../platform/texts.ts'
import type { DownKey } from '../downKey.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import type { TroubleAnswer } from '../repair/takeTroubles.ts'
import { clientIdOf, downTopic } from '../topics.rules.ts'
import { tellInTurns } from './answerer.ts'

const { path, retain, qos } = deviceMessages.downMessages.tkt

/** Tells terminals what became of the trouble that they reported. */
export function troubleAnswererOf(
  { now, log }: Pick<LinkPlatform, 'now' | 'log'>,
  { link, key }: { readonly link: DeviceLink; readonly key: DownKey },
): (answers: readonly TroubleAnswer[]) => void {
  const tell = (answer: TroubleAnswer) => {
    const { sn, messageId } = answer
    const body = bodyOf(answer)
    const payload = key.envelope(sn, { type: path, body, at: now(), answers: messageId })
    counted.published.inc({ path })
    link.publishDown({
      clientId: clientIdOf(sn),
      topic: downTopic(sn, path),
      payload,
      retain,
      qos,
    })
  }
  return (answers) => {
    tellInTurns(answers, tell).catch((error: unknown) => {
      // What was stored must not be stored again because of it.
      log.warn({ err: error }, 'terminals were not told what became of their reports')
    })
  }
}

function bodyOf({ messageId, ticketNo, refused, language }: TroubleAnswer) {
  if (ticketNo !== null)
    return {
      told: messageId,
      no: ticketNo,
      text: translate(language, 'repair.told', { no: ticketNo }),
    }
  const why = refused ?? 'UNFIT'
  return { told: messageId, refused: why, text: translate(language, `repair.toldNot.${why}`) }
}

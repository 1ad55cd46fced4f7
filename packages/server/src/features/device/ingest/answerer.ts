import { setImmediate as nextTurn } from 'node:timers/promises'
import { acknowledgement } from '@muster/contract'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import type { DownKey } from '../downKey.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { clientIdOf, downTopic } from '../topics.rules.ts'
import type { Answer } from './answers.rules.ts'

const { path, retain, qos } = acknowledgement

/** Signed in one go: whatever else arrives waits no longer than some milliseconds. */
const atOnce = 64

/** Tells terminals what is kept; whoever does not hear it asks again by sending again. */
export function answererOf(
  { now, log }: LinkPlatform,
  { link, key }: { readonly link: DeviceLink; readonly key: DownKey },
): (answers: readonly Answer[]) => void {
  const tell = ({ sn, kept, refused }: Answer) => {
    const body = { kept, ...(refused.length > 0 && { refused }) }
    const payload = key.envelope(sn, { type: path, body, at: now() })
    counted.published.inc({ path })
    const topic = downTopic(sn, path)
    link.publishDown({ clientId: clientIdOf(sn), topic, payload, retain, qos })
  }
  return (answers) => {
    tellInTurns(answers, tell).catch((error: unknown) => {
      // What was stored must not be stored again because of it.
      log.warn({ err: error }, 'terminals were not told what is kept')
    })
  }
}

/** Tells so many at once, and lets whatever else arrives have its turn between. */
export async function tellInTurns<T>(
  answers: readonly T[],
  tell: (answer: T) => void,
): Promise<void> {
  for (let done = 0; done < answers.length; done += atOnce) {
    if (done > 0) await nextTurn()
    for (const answer of answers.slice(done, done + atOnce)) tell(answer)
  }
}

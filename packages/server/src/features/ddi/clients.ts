import { deviceMessages, maxMessageBytes, type UpgradePart } from '@muster/contract'
import * as z from 'zod/mini'
import type { PollGateway, Poller } from '../device/index.ts'
import type { Told } from './attributes.rules.ts'
import { upLetter } from './letters.ts'

/** How a client proved itself, and with what: what it shows again is compared with that. */
export interface Proof {
  readonly digest: Buffer
  /** The key of a gateway token; null: the terminal's own token. */
  readonly keyId: string | null
}

/**
 * What a client has said to have installed, while nothing it did since has shown that it runs. Some say so
 * before they restart into it, so their word alone is none of that.
 */
export interface Installed {
  readonly part: UpgradePart
  readonly version: string
  /** It was asked since what it is, and has not answered. */
  readonly isAsked: boolean
}

/** A terminal that comes by this door, as this process knows it. */
export interface Client {
  /** Where it is present. */
  readonly gateway: PollGateway
  readonly poller: Poller
  readonly proof: Proof
  /** Seconds between two polls. */
  sleepSeconds: number
  /** It is asked what it says of itself. */
  asksAttributes: boolean
  /** U-INFO as it was put down last. */
  told: Told
  /** What it has installed by its own word alone. */
  installed: readonly Installed[]
  /** Something may be under way on it: the database knows what. */
  mayHaveWork: boolean
  /** What it goes on with although it was called off, by item and attempt. */
  readonly rejected: Set<string>
  /** Numbers of what was shown to it, by item and attempt. */
  readonly numbers: Map<string, number>
  /** When its sign of life was noted last, by the clock that nobody sets. */
  notedAt: number
  /** Nothing had moved beyond this number when it was found where its key is for; null: nobody has looked. */
  reach: { readonly moves: string; readonly until: number } | null
  /** Until when it is taken that it may come: its key stands, and nobody has banned it. By the same clock. */
  believedUntil: number
  /** Whether its place in this process is still its own. */
  readonly isHere: () => boolean
}

const { configuration, downMessages } = deviceMessages

const letter = z.object({ id: z.string(), type: z.string(), body: z.unknown() })
const ofItem = z.object({
  item: z.string(),
  attempt: z.int(),
  kind: z.optional(z.string()),
})

/** What of a message from the platform concerns such a client. */
type Meaning =
  | { readonly is: 'settings'; readonly seconds: number }
  | { readonly is: 'work' }
  | { readonly is: 'unfit'; readonly item: string; readonly attempt: number }
  | { readonly is: 'nothing' }

function meaningOf(type: string, body: unknown): Meaning {
  if (type === configuration.path) {
    const { data } = configuration.body.safeParse(body)
    return data ? { is: 'settings', seconds: data.heartbeatSeconds } : { is: 'nothing' }
  }
  const { data } = ofItem.safeParse(body)
  if (!data) return { is: 'nothing' }
  if (type === downMessages.cancel.path) return { is: 'work' }
  if (type === downMessages.task.path && data.kind === 'UPGRADE') return { is: 'work' }
  const isWish = type === downMessages.task.path || type === downMessages.cmd.path
  return isWish ? { is: 'unfit', item: data.item, attempt: data.attempt } : { is: 'nothing' }
}

/**
 * Takes what the platform has sent to a terminal since it came last. What such a client cannot do is
 * refused in its name.
 */
export async function takeMail({ take }: PollGateway, client: Client, now: number): Promise<void> {
  const { mailbox } = client.poller
  while (!mailbox.isEmpty) {
    const { messages } = mailbox.take()
    const letters = messages.flatMap((bytes) => readLetter(bytes))
    const answers: object[] = []
    for (const { type, body } of letters) {
      const meaning = meaningOf(type, body)
      if (meaning.is === 'settings') client.sleepSeconds = meaning.seconds
      if (meaning.is === 'work') client.mayHaveWork = true
      if (meaning.is === 'unfit') answers.push(refusalOf(meaning, now))
    }
    if (answers.length > 0) await take(client.poller, answers)
    mailbox.forget(letters.map(({ id }) => id))
    if (letters.length === 0) return
  }
}

function readLetter(bytes: Buffer) {
  if (bytes.length > maxMessageBytes) return []
  return letter.safeParse(JSON.parse(bytes.toString())).data ?? []
}

/** It does not know this command. */
const refusalOf = ({ item, attempt }: { item: string; attempt: number }, now: number): object =>
  upLetter(
    'task',
    { item, attempt, state: 'REFUSED', code: 'C401', at: now },
    { of: [item, attempt, 'unfit'], now },
  )

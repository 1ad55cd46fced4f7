import {
  type AlarmKind,
  alarmKinds,
  isAlarmedIn,
  kindsOfAlarm,
  type Lifecycle,
} from '@muster/contract'

/** What is known of a terminal when its alarms are judged. */
export interface Facts {
  readonly lifecycle: Lifecycle
  readonly isGone: boolean
  readonly isOverdue: boolean
  /** Until when its station is closed, ISO 8601; null: it is open, or nobody has said when it is. */
  readonly shutUntil: string | null
  readonly battery: number | null
  readonly isCharging: boolean | null
  readonly freeMb: number | null
  readonly printer: string | null
  readonly isTampered: boolean | null
  readonly isRooted: boolean | null
  readonly skewSeconds: number | null
  /** Days until its warranty ends, or the support of its model; past ones are negative. */
  readonly warrantyDays: number | null
  readonly supportDays: number | null
  /** Days until the card industry approves of its model no longer; null: no approval is known. */
  readonly approvalDays: number | null
  /** Its key slots in which no good key is; null: it has never told of its keys. */
  readonly missingKeys: readonly string[] | null
  /** Its good keys that end, the first before the others. */
  readonly keyEnds: readonly KeyEnding[]
  /** What its open alarms have told of its keys. */
  readonly toldKeys: ToldKeys
  /** It runs a version that was recalled. */
  readonly isRecalled: boolean
  /** What ends among the values that it should have, the first before the others; null: nobody asked. */
  readonly endings: readonly Ending[] | null
  /** The last day that its open alarm has told of already. */
  readonly toldUntil: string | null
}

/** When a value of a parameter ends; which it is, is for whoever may see parameters. */
export interface Ending {
  readonly endsOn: string
  /** Until then; past ones are negative. */
  readonly days: number
}

/** When the key in a slot ends. */
export interface KeyEnding extends Ending {
  readonly slot: string
}

type ToldKeys = Readonly<
  Partial<Record<AlarmKind, { readonly keySlots?: readonly string[]; readonly endsOn?: string }>>
>

export interface Signal {
  readonly kind: AlarmKind | 'ALL'
  /** AGAIN: its rule had closed it; where nothing is known of it by now it is as it was. */
  readonly act: 'LOOK' | 'RAISE' | 'END' | 'AGAIN'
  readonly data: Readonly<Record<string, unknown>>
}

export interface Rule {
  readonly id: string
  readonly status: number
  readonly threshold: number | null
  /** Of OFFLINE: whoever is away while his station is closed is not missed. */
  readonly inHours: boolean
}

/** A rule that may be for a part of the terminals of its organisation and below. */
export interface PartRule extends Rule {
  readonly modelId: string | null
  readonly groupId: string | null
  /** How deep in the tree its organisation is. */
  readonly depth: number
}

const narrowness = ({ modelId, groupId }: PartRule): number => {
  if (groupId !== null) return 2
  return modelId === null ? 0 : 1
}

/**
 * Of the rules of a kind above a terminal the one that decides: one for its group before one for its model, that
 * before one for all, among equals the nearest, and of two groups of one organisation the older rule.
 */
export function decidingRule<R extends PartRule>(
  rules: readonly R[],
  terminal: { readonly modelId: string; readonly groups: ReadonlySet<string> },
): R | undefined {
  return rules
    .filter(
      ({ modelId, groupId }) =>
        (modelId === null || modelId === terminal.modelId) &&
        (groupId === null || terminal.groups.has(groupId)),
    )
    .toSorted(
      (a, b) => narrowness(b) - narrowness(a) || b.depth - a.depth || (a.id < b.id ? -1 : 1),
    )[0]
}

export type Verdict =
  | {
      readonly kind: AlarmKind
      readonly what: 'raise'
      /** What it is about, where a terminal may have several of the kind; else empty. */
      readonly subject: string
      /** How often it was told; a look counts only where it finds something new. */
      readonly times: number
      readonly data: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: AlarmKind
      readonly what: 'end'
      readonly cause: 'ENDED' | 'LIFECYCLE' | 'RULE'
      /** Only the one about this; without, all of the kind. */
      readonly subject?: string
    }

export interface Judgement {
  readonly verdicts: readonly Verdict[]
  /** Kinds that will be so in this many days or at this moment, if nothing changes. */
  readonly due: readonly DueKind[]
}

export type DueKind =
  | { readonly kind: AlarmKind; readonly days: number }
  | { readonly kind: AlarmKind; readonly at: string }

export interface Case {
  readonly facts: Facts
  readonly signals: readonly Signal[]
  readonly open: ReadonlySet<AlarmKind>
  readonly ruleOf: (kind: AlarmKind) => Rule | undefined
  /** Whether the terminal has what it tells of: of what it makes up, all is one. */
  readonly isKnown: (subject: string) => boolean
}

/** What becomes of a terminal's alarms by what came in about it, in its order. */
export function judge({ facts, signals, open, ruleOf, isKnown }: Case): Judgement {
  const verdicts: Verdict[] = []
  const due: DueKind[] = []
  for (const [kind, own] of byKind(signals)) {
    const rule = ruleOf(kind)
    if (facts.isGone || !isAlarmedIn(facts.lifecycle, kind)) {
      if (open.has(kind)) verdicts.push({ kind, what: 'end', cause: 'LIFECYCLE' })
      continue
    }
    if (rule?.status !== 1) {
      if (open.has(kind)) verdicts.push({ kind, what: 'end', cause: 'RULE' })
      continue
    }
    const opensAt = open.has(kind) ? null : missedFrom(kind, facts, rule)
    if (opensAt !== null) {
      due.push({ kind, at: opensAt })
      continue
    }
    const threshold = thresholdOf(kind, rule)
    for (const [subject, told] of bySubject(kind, own, isKnown)) {
      const verdict = judgeKind(kind, told, { facts, threshold, isOpen: open.has(kind) })
      if (verdict) verdicts.push({ ...verdict, subject })
    }
    const left = nextDays(kind, facts, threshold)
    if (left !== null) due.push({ kind, days: left - threshold })
  }
  return { verdicts, due }
}

export const thresholdOf = (kind: AlarmKind, { threshold }: Rule): number =>
  threshold ?? kindsOfAlarm[kind].threshold?.usual ?? 0

export function subjectIn(data: Signal['data'], subject: string | undefined): string {
  const said = subject === undefined ? '' : data[subject]
  return typeof said === 'string' ? said : ''
}

/** When a terminal that is away begins to be missed, because its station opens; null: it is missed now. */
const missedFrom = (kind: AlarmKind, { isOverdue, shutUntil }: Facts, { inHours }: Rule) =>
  kind === 'OFFLINE' && inHours && isOverdue ? shutUntil : null

function byKind(signals: readonly Signal[]): Map<AlarmKind, Signal[]> {
  const kinds = new Map<AlarmKind, Signal[]>()
  for (const signal of signals)
    for (const kind of signal.kind === 'ALL' ? alarmKinds : [signal.kind])
      kinds.set(kind, [...(kinds.get(kind) ?? []), signal])
  return kinds
}

/** Signals by what each is about; those of a kind without subjects, and of what is not known, are all about the same. */
function bySubject(
  kind: AlarmKind,
  signals: readonly Signal[],
  isKnown: (subject: string) => boolean,
): Iterable<[string, Signal[]]> {
  const { subject } = kindsOfAlarm[kind]
  return Map.groupBy(signals, ({ act, data }) => {
    const said = subjectIn(data, subject)
    // What was removed since may be over all the same.
    return act === 'END' || isKnown(said) ? said : ''
  })
}

interface Looked {
  readonly facts: Facts
  readonly threshold: number
  readonly isOpen: boolean
}

type Untold = { readonly kind: AlarmKind } & (
  | Pick<Extract<Verdict, { what: 'raise' }>, 'what' | 'times' | 'data'>
  | Pick<Extract<Verdict, { what: 'end' }>, 'what' | 'cause'>
)

function judgeKind(kind: AlarmKind, signals: readonly Signal[], looked: Looked): Untold | null {
  let isSo = looked.isOpen
  let times = 0
  let data: Readonly<Record<string, unknown>> | null = null
  for (const { act, data: told } of signals) {
    const isLook = act === 'LOOK' || act === 'AGAIN'
    const known = isLook ? look(kind, { ...looked, isOpen: isSo }) : null
    if (act === 'LOOK' && known === null) continue
    const found = known ?? act !== 'END'
    const news = found ? newsOf(kind, looked, { act, isSo, isTold: data !== null }) : null
    if (news !== null) {
      times += news
      data = known === null ? told : factsOf(kind, looked)
    }
    isSo = found
  }
  if (isSo) return data ? { kind, what: 'raise', times, data } : null
  return looked.isOpen ? { kind, what: 'end', cause: 'ENDED' } : null
}

interface Before extends Pick<Signal, 'act'> {
  readonly isSo: boolean
  readonly isTold: boolean
}

/** How much a signal counts, 0: it only says otherwise what is known; null: it has nothing to tell. */
function newsOf(kind: AlarmKind, looked: Looked, { act, isSo, isTold }: Before): number | null {
  if (act === 'RAISE' || !isSo) return 1
  return isTold ? null : moreOf(kind, looked)
}

/** The same of what an alarm that is open did not tell before. */
function moreOf(kind: AlarmKind, looked: Looked): number | null {
  const { facts, threshold } = looked
  if (kind === 'PARAM_ENDING')
    return (lastNear(facts, threshold)?.endsOn ?? '') > (facts.toldUntil ?? '') ? 1 : null
  if (kind !== 'KEY_MISSING' && kind !== 'KEY_END') return null
  const now = keyFacts(kind, looked)
  const told = facts.toldKeys[kind]
  const known = new Set(told?.keySlots)
  if (now.keySlots.some((slot) => !known.has(slot))) return 1
  return now.keySlots.length === known.size && now.endsOn === told?.endsOn ? null : 0
}

/** What alarms tell of keys: in which slots, and when the first of them ends. */
function keyFacts(kind: 'KEY_MISSING' | 'KEY_END', { facts, threshold }: Looked) {
  if (kind === 'KEY_MISSING') return { keySlots: facts.missingKeys ?? [] }
  const near = within(facts.keyEnds, threshold)
  return { keySlots: near.map(({ slot }) => slot), endsOn: near[0]?.endsOn }
}

const within = <E extends Ending>(endings: readonly E[], threshold: number): readonly E[] =>
  endings.filter(({ days }) => days <= threshold)

const nearOnes = ({ endings }: Facts, threshold: number): readonly Ending[] =>
  within(endings ?? [], threshold)

const lastNear = (facts: Facts, threshold: number) => nearOnes(facts, threshold).at(-1)

/** An alarm that is open ends a little beyond its threshold, so that it does not come and go. */
const apart = { battery: 5, storage: 1.1 }

/** Whether what is known makes it one; null: it does not say. */
export function look(kind: AlarmKind, { facts, threshold, isOpen }: Looked): boolean | null {
  switch (kind) {
    case 'OFFLINE':
      return facts.isOverdue
    case 'BATTERY': {
      const { battery, isCharging } = facts
      if (battery === null) return null
      if (isCharging === true) return false
      return battery <= threshold || (isOpen && battery < threshold + apart.battery)
    }
    case 'STORAGE':
      if (facts.freeMb === null) return null
      return facts.freeMb < threshold * (isOpen ? apart.storage : 1)
    case 'PAPER':
      if (facts.printer === 'OK') return false
      return facts.printer === 'NO_PAPER' || facts.printer === 'ERROR' ? true : null
    case 'TAMPER':
      return facts.isTampered
    case 'ROOT':
      return facts.isRooted
    case 'RECALLED':
      return facts.isRecalled
    case 'KEY_MISSING':
      return facts.missingKeys && facts.missingKeys.length > 0
    case 'CLOCK_SKEW':
      return facts.skewSeconds === null ? null : Math.abs(facts.skewSeconds) > threshold
    case 'WARRANTY':
    case 'SUPPORT_END':
      return isNear(daysLeft(kind, facts), threshold)
    case 'APPROVAL_END':
      // One that is over goes on being wrong until it is renewed.
      return facts.approvalDays !== null && facts.approvalDays <= threshold
    case 'KEY_END':
      return within(facts.keyEnds, threshold).length > 0
    case 'PARAM_ENDING':
      // What has ended and is still there goes on being wrong.
      return facts.endings && nearOnes(facts, threshold).length > 0
    default:
      return null
  }
}

/** What has ended already stays as it was found. */
function isNear(days: number | null, threshold: number): boolean | null {
  if (days === null) return false
  return days < 0 ? null : days <= threshold
}

function daysLeft(
  kind: AlarmKind,
  { warrantyDays, supportDays, approvalDays }: Facts,
): number | null {
  if (kind === 'WARRANTY') return warrantyDays
  if (kind === 'APPROVAL_END') return approvalDays
  return kind === 'SUPPORT_END' ? supportDays : null
}

/** Days until the next one comes that is beyond the threshold; null: none does. */
function nextDays(kind: AlarmKind, facts: Facts, threshold: number): number | null {
  const endings = { PARAM_ENDING: facts.endings ?? [], KEY_END: facts.keyEnds }
  const all =
    kind === 'PARAM_ENDING' || kind === 'KEY_END'
      ? endings[kind].map(({ days }) => days)
      : [daysLeft(kind, facts)]
  return all.find((days) => days !== null && days > threshold) ?? null
}

/** What a look tells of its reason. */
function factsOf(kind: AlarmKind, looked: Looked): Readonly<Record<string, unknown>> {
  const { facts, threshold } = looked
  switch (kind) {
    case 'BATTERY':
      return { percent: facts.battery }
    case 'STORAGE':
      return { freeMb: facts.freeMb }
    case 'PAPER':
      return { printer: facts.printer }
    case 'CLOCK_SKEW':
      return { seconds: facts.skewSeconds }
    case 'WARRANTY':
    case 'SUPPORT_END':
    case 'APPROVAL_END':
      return { days: daysLeft(kind, facts) }
    case 'KEY_MISSING':
    case 'KEY_END':
      return keyFacts(kind, looked)
    case 'PARAM_ENDING':
      return {
        endsOn: nearOnes(facts, threshold)[0]?.endsOn,
        until: lastNear(facts, threshold)?.endsOn,
      }
    default:
      return {}
  }
}

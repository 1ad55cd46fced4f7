import { type AlarmKind, isAlarmedIn, kindsOfAlarm } from '@muster/contract'
import {
  type Case,
  type Facts,
  look,
  type Rule,
  type Signal,
  subjectIn,
  thresholdOf,
} from './judge.rules.ts'

interface Silenced extends Pick<Case, 'facts' | 'signals' | 'ruleOf'> {
  readonly silenced: readonly AlarmKind[]
}

export interface Settlement {
  readonly kind: AlarmKind
  /** Only the one about this; null: all of the kind. */
  readonly subject: string | null
}

/** What a rule has closed that signals settle: a rule judges it anew, or it is over before one does. */
export function settledBy({ facts, signals, ruleOf, silenced }: Silenced): Settlement[] {
  return [...new Set(silenced)].flatMap((kind): Settlement[] => {
    const own = signals.filter((signal) => signal.kind === kind || signal.kind === 'ALL')
    if (own.length === 0 || facts.isGone || !isAlarmedIn(facts.lifecycle, kind)) return []
    const rule = ruleOf(kind)
    if (rule?.status === 1)
      return isJudged(kind, own, { facts, rule }) ? [{ kind, subject: null }] : []
    const { subject } = kindsOfAlarm[kind]
    return own
      .filter(({ act }) => act === 'END')
      .map(({ data }) => ({ kind, subject: subjectIn(data, subject) }))
  })
}

/** Whether signals say anything of a kind: what nothing but an event tells of no look finds again. */
const isJudged = (
  kind: AlarmKind,
  signals: readonly Signal[],
  { facts, rule }: { readonly facts: Facts; readonly rule: Rule },
): boolean =>
  signals.some(({ act }) => act !== 'LOOK') ||
  look(kind, { facts, threshold: thresholdOf(kind, rule), isOpen: false }) !== null

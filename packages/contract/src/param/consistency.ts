import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { pid } from './field.ts'

/**
 * What a rule says of the values of many terminals. UNIQUE: no two have the same. ONE_EACH: those with the same value of
 * one parameter have the same of another. FITS: it fits a fact about the terminal. AMONG: it is one of a list.
 */
export const consistencyKinds = ['UNIQUE', 'ONE_EACH', 'FITS', 'AMONG'] as const
export type ConsistencyKind = (typeof consistencyKinds)[number]

/** Facts about a terminal, or its station and organisation. */
export const paramFacts = ['COUNTRY', 'CURRENCY', 'MODEL', 'MCC', 'MID', 'TID'] as const
export type ParamFact = (typeof paramFacts)[number]

/** REFUSE: nothing is put in force or brought that breaks it. WARN: it is told. */
export const consistencySeverities = ['REFUSE', 'WARN'] as const
export type ConsistencySeverity = (typeof consistencySeverities)[number]

/** Values that one rule may list. */
export const mostAllowed = 500

const fields = once(() =>
  z.object({
    name: f.title(),
    /** For its terminals and those of all below it. */
    orgId: f.id(),
    kind: z.enum(consistencyKinds),
    /** Null: of all applications. */
    appId: f.optional(f.id()),
    pid: pid(),
    /** Of ONE_EACH: whoever has the same value of this one has the same of `pid`. */
    byPid: f.optional(pid()),
    /** Of FITS. */
    fact: f.optional(z.enum(paramFacts)),
    /**
     * Of AMONG: values, where `*` stands for any text and `?` for one character. Of FITS: `fact=value`, several of one fact
     * are alternatives and of others nothing is said; where there are none, value and fact are the same.
     */
    allowed: z._default(
      z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)))
        .check(z.maxLength(mostAllowed)),
      [],
    ),
    severity: z.enum(consistencySeverities),
    remark: f.optional(f.text(500)),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  appName: z.nullable(z.string()),
  /** When all of its terminals were looked at; null: they are being looked at. */
  judgedAt: z.nullable(f.moment()),
  /** Terminals that break it now, of those that the caller sees; counted no further than one more than {@link countCap}. */
  findingCount: z.int(),
}))

/** The path that the calls of rules over many terminals share. */
export const consistencyRulesPath = '/admin/param/v1/rule'

/** Rules over the values of many terminals. */
export const consistencyRules = recyclable(consistencyRulesPath, 'PARAM_RULE', {
  fields,
  filter: () =>
    z.object({
      orgId: z.optional(f.id()),
      kind: z.optional(z.enum(consistencyKinds)),
      severity: z.optional(z.enum(consistencySeverities)),
      pid: z.optional(f.text(128)),
      status: z.optional(z.enum(['0', '1'])),
    }),
  shown,
})
export type ConsistencyRule = RowOf<typeof consistencyRules>

const finding = once(() =>
  z.object({
    id: f.id(),
    ruleId: f.id(),
    ruleName: z.string(),
    kind: z.enum(consistencyKinds),
    severity: z.enum(consistencySeverities),
    pid: pid(),
    byPid: z.nullable(pid()),
    fact: z.nullable(z.enum(paramFacts)),
    deviceId: f.id(),
    sn: z.string(),
    orgName: z.string(),
    appId: f.id(),
    appName: z.string(),
    /** The first characters of it; null: it is not shown to the caller. */
    value: z.nullable(z.string()),
    /** Of ONE_EACH the other value, of FITS the fact. */
    about: z.nullable(z.string()),
    openedAt: f.moment(),
    closedAt: z.nullable(f.moment()),
  }),
)
export type ParamFinding = z.output<ReturnType<typeof finding>>

/** Terminals whose values break rules, or did. */
export const paramFindings = {
  /** The latest first. */
  page: get(`${consistencyRulesPath}/finding/page`, 'PARAM_RULE_LIST', () => ({
    query: pageQuery(
      z.object({
        ruleId: z.optional(f.id()),
        severity: z.optional(z.enum(consistencySeverities)),
        /** OPEN: it is so now. */
        state: z.optional(z.enum(['OPEN', 'CLOSED'])),
        sn: z.optional(f.text(32)),
        orgId: z.optional(f.id()),
        /** Part of the value. */
        value: z.optional(f.text(200)),
      }),
    ),
    reply: pageOf(finding()),
  })),
}

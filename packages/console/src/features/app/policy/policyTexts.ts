import type {
  AppPolicy,
  AppStanding,
  PolicyScope,
  ReleaseState,
  TextKey,
  updateModes,
  VersionRule,
} from '@muster/contract'

type Tone = 'good' | 'bad' | 'waiting' | 'neutral'

export const policyTexts: Readonly<Record<AppPolicy, TextKey>> = {
  ALLOWED: 'orgApk.policy.ALLOWED',
  HIDDEN: 'orgApk.policy.HIDDEN',
  MANDATORY: 'orgApk.policy.MANDATORY',
  PROHIBITED: 'orgApk.policy.PROHIBITED',
}

export const policyTones: Readonly<Record<AppPolicy, Tone>> = {
  ALLOWED: 'good',
  HIDDEN: 'neutral',
  MANDATORY: 'waiting',
  PROHIBITED: 'bad',
}

export const ruleTexts: Readonly<Record<VersionRule, TextKey>> = {
  LATEST: 'orgApk.versionRule.LATEST',
  FIXED: 'orgApk.versionRule.FIXED',
  MIN: 'orgApk.versionRule.MIN',
  CHANNEL: 'orgApk.versionRule.CHANNEL',
}

export const scopeTexts: Readonly<Record<PolicyScope, TextKey>> = {
  SUBTREE: 'orgApk.scope.SUBTREE',
  ORG: 'orgApk.scope.ORG',
  CLASSIFICATION: 'orgApk.scope.CLASSIFICATION',
  GROUP: 'orgApk.scope.GROUP',
}

export const updateTexts: Readonly<Record<(typeof updateModes)[number], TextKey>> = {
  SILENT: 'orgApk.updateMode.SILENT',
  ASK: 'orgApk.updateMode.ASK',
  INQUIRE: 'orgApk.updateMode.INQUIRE',
}

export const standingTexts: Readonly<Record<AppStanding, TextKey>> = {
  OK: 'orgApk.standing.OK',
  MISSING: 'orgApk.standing.MISSING',
  OUTDATED: 'orgApk.standing.OUTDATED',
  FORBIDDEN: 'orgApk.standing.FORBIDDEN',
  UNFIT: 'orgApk.standing.UNFIT',
}

export const standingTones: Readonly<Record<AppStanding, Tone>> = {
  OK: 'good',
  MISSING: 'bad',
  OUTDATED: 'waiting',
  FORBIDDEN: 'bad',
  UNFIT: 'neutral',
}

export const releaseTexts: Readonly<Record<ReleaseState, TextKey>> = {
  RUNNING: 'orgApk.releaseState.RUNNING',
  PAUSED: 'orgApk.releaseState.PAUSED',
  FULL: 'orgApk.releaseState.FULL',
  STOPPED: 'orgApk.releaseState.STOPPED',
  ROLLED_BACK: 'orgApk.releaseState.ROLLED_BACK',
}

export const releaseTones: Readonly<Record<ReleaseState, Tone>> = {
  RUNNING: 'waiting',
  PAUSED: 'neutral',
  FULL: 'good',
  STOPPED: 'bad',
  ROLLED_BACK: 'bad',
}

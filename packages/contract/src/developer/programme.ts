import * as z from 'zod/mini'
import { del, get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { ed25519Form } from '../core/formats.ts'
import { once } from '../core/once.ts'

/** The path that the calls of the programme's settings share. */
export const developerSettingPath = '/admin/developer/v1/setting'

/** Reading is one right, writing another. */
function settingCalls<S extends z.core.$ZodShape>(path: string, shape: () => S) {
  const value = once(() => ({ ...shape(), version: z.int() }))
  return {
    get: get(path, 'APP_DEV_SETTING_VIEW', () => ({ reply: z.object(value()) })),
    save: put(path, 'APP_DEV_SETTING_EDIT', () => ({
      body: z.strictObject(value()),
      reply: z.object(value()),
    })),
    reset: del(`${path}/reset`, 'APP_DEV_SETTING_EDIT', () => ({ reply: z.object(value()) })),
  } as const
}

/** What a mail address ends in, after its @. */
const domain = () =>
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(253),
      z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/),
    )

/** Who may take part, and what he agrees to. */
export const developerProgramme = settingCalls(developerSettingPath, () => ({
  /** Whether anybody may apply: here, and at the sign-in page. */
  isOpen: z._default(z.boolean(), true),
  /** Whose account has its address there is approved without a review. */
  autoApproveDomains: z._default(z.array(domain()).check(z.maxLength(100)), []),
  /** Null: there is no agreement. A new version asks everybody again. */
  agreementVersion: f.optional(f.text(32)),
  agreementText: z._default(f.text(20_000), ''),
}))

/** How applications are looked at. */
export const developerReview = settingCalls(`${developerSettingPath}/review`, () => ({
  /** Hours until an applicant is to be answered; 0: nobody promises anything. */
  slaHours: z._default(z.int().check(z.minimum(0), z.maximum(720)), 72),
  /** Whether two have to agree. */
  twoPerson: z._default(z.boolean(), false),
  /** What a reviewer has to tick before he approves. */
  checklist: z._default(z.array(f.text(200).check(z.minLength(1))).check(z.maxLength(50)), []),
}))

/** Permissions, packages and the like, a line each. */
const lines = () =>
  z._default(z.array(f.text(200).check(z.minLength(1))).check(z.maxLength(200)), [])

/** A name, and the public key as PEM has it between its first and its last line. */
const packageKey = () => f.text(200).check(z.regex(new RegExp(`^\\S.* ${ed25519Form}$`)))

/** A level of Android's interface; null: any. */
const sdk = () => f.optional(z.int().check(z.minimum(1), z.maximum(10_000)))

/** What versions of applications have to be like, and what their reviewers look at. */
export const packageRules = settingCalls(`${developerSettingPath}/package`, () => ({
  /** None of these is asked for, e.g. `android.permission.INSTALL_PACKAGES`. */
  forbiddenPermissions: lines(),
  /** No package begins with one of these, e.g. `com.android.`. */
  forbiddenPrefixes: lines(),
  leastMinSdk: sdk(),
  leastTargetSdk: sdk(),
  /** None: code for any processor. */
  allowedAbis: lines(),
  /** Ed25519 keys that sign packages for terminals without Android, one a line. */
  packageKeys: z._default(z.array(packageKey()).check(z.maxLength(20)), []),
  mayBeDebuggable: z._default(z.boolean(), false),
  /** What a reviewer has to tick before he approves a version. */
  checklist: z._default(z.array(f.text(200).check(z.minLength(1))).check(z.maxLength(50)), []),
}))

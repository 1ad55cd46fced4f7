import { type Call, codes } from '@muster/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { fieldProblems } from '../callError.ts'
import { outcomeOf, type Send, useSend } from '../useAction.ts'
import { changedNames } from '../form/undoOfSave.ts'
import { useFields } from '../form/useFields.ts'
import { dropWaysBack, notify, show, type WayBack } from '../notify.ts'
import { wayBack } from '../wayBack.ts'
import { t } from '../../platform/texts.ts'
import { bodyOf, startValues, type Values } from '../../ui/form/formRules.ts'

/** What a setting holds, and how often it was saved. */
export interface Held {
  readonly version: number
}

/** The calls of a setting whose save takes `F`. */
export interface EditedSetting<F> {
  readonly get: Call<{ readonly reply: z.ZodMiniType<Held> }>
  readonly save: Call<{
    readonly body: z.ZodMiniType<unknown, F>
    readonly reply: z.ZodMiniType<Held>
  }>
}

/** The same, with the way back to its defaults. */
export interface FormedSetting<F> extends EditedSetting<F> {
  readonly reset: Call<{ readonly reply: z.ZodMiniType<Held> }>
}

/**
 * The form over a setting: its fields, and saving it over the version that was read.
 * @param address the record whose setting it is, where its path names one
 */
export function useSettingForm<F>(
  of: EditedSetting<F>,
  data: Held,
  address: { readonly params?: Readonly<Record<string, string>> } = {},
) {
  const { get, save: saveCall } = of
  const valuesOf = (value: Held) => startValues(saveCall.schemas.body, value)
  const form = useFields(saveCall, valuesOf(data), address.params && JSON.stringify(address.params))
  const [conflict, setConflict] = useState<string | null>(null)
  const send = useSend({ get, save: saveCall })
  /** Puts values in place of those shown; `kept` are the ones that this person has typed. */
  const take = (value: Held, kept: object = {}) => {
    form.setInitialValues({ ...valuesOf(value) })
    form.setValues({ ...valuesOf(value), ...kept })
    form.clearErrors()
    setConflict(null)
  }
  const isDirty = form.isDirty()
  useFollow(data, { isDirty, take })
  const save = async () => {
    const body = form.read()
    if (!body) return
    const outcome = await outcomeOf<Held>(send(saveCall, { ...address, body }))
    if ('reply' in outcome) {
      const wish = { former: valuesOf(data), body, data, address, version: outcome.reply.version }
      const back = undoOf(saveCall, wish, send)
      take(outcome.reply)
      dropWaysBack(new Set([saveCall.path]))
      show({ kind: 'success', text: t('kit.saved'), ...back })
    } else {
      const { error } = outcome
      setConflict(error.code === codes.versionConflict ? error.message : null)
      form.setErrors(problemsOf(error))
    }
  }
  const takeTheirs = () => take(data, typedIn(form))
  return { ...form, isDirty, save, conflict, take, takeTheirs, send }
}

interface Saved<F> {
  readonly former: Values
  readonly body: F
  /** As it was read. */
  readonly data: Held
  readonly address: { readonly params?: Readonly<Record<string, string>> }
  /** The version that the save has made. */
  readonly version: number
}

/** The way back of a save, unless somebody has saved since; a secret that was set anew is not put back. */
function undoOf<F>(call: EditedSetting<F>['save'], saved: Saved<F>, send: Send): WayBack | null {
  const { body, data, address, version } = saved
  const former = bodyOf(call.schemas.body, saved.former)
  const changed = changedNames(former, body).filter((name) => name !== 'version')
  if (changed.length === 0 || changed.some((name) => !(name in data))) return null
  return wayBack({ ids: [call.path], of: { call } }, async () => {
    // The schema had let these values pass when they were read.
    const input = { ...address, body: { ...(former as F), version } }
    const outcome = await outcomeOf<Held>(send(call, input))
    if ('reply' in outcome) notify.success(t('kit.undone'))
  })
}

interface Typed {
  readonly getValues: () => Values
  readonly isDirty: (name: string) => boolean
}

/** What this person has changed, without the version that it was changed over. */
const typedIn = ({ getValues, isDirty }: Typed): Values =>
  Object.fromEntries(
    Object.entries(getValues()).filter(([name]) => name !== 'version' && isDirty(name)),
  )

const problemsOf = (error: unknown): Record<string, string> =>
  Object.fromEntries(fieldProblems(error).map(({ field, message }) => [field, message]))

interface Follower {
  readonly isDirty: boolean
  readonly take: (value: Held) => void
}

/** A form that nobody is filling in shows what somebody else has saved; another keeps its input. */
function useFollow(data: Held, { isDirty, take }: Follower): void {
  const follow = useEffectEvent((value: Held) => {
    if (!isDirty) take(value)
  })
  const { version } = data
  const shown = useRef(version)
  useEffect(() => {
    if (version === shown.current) return
    shown.current = version
    follow(data)
  }, [version, data])
}

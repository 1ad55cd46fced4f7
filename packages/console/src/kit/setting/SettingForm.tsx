import type { TextKey } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { confirm } from '../dialog/confirm.ts'
import { outcomeOf } from '../useAction.ts'
import { notify } from '../notify.ts'
import { Loaded } from '../page/Screen.tsx'
import { query } from '../queries.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { ConflictNote } from '../form/ConflictNote.tsx'
import { useSubmit } from '../form/useSubmit.ts'
import type { FieldHold } from '../../ui/form/fields.tsx'
import classes from './setting.module.css'
import {
  type EditedSetting,
  type FormedSetting,
  type Held,
  useSettingForm,
} from './useSettingForm.ts'

/** What the fields of a setting are made of. */
export interface FilledSetting<F> {
  readonly field: (name: keyof F & string, label: TextKey) => FieldHold
  /** Fills several fields at once, as a preset does. */
  readonly fill: (values: Partial<F>) => void
  readonly values: Readonly<Record<string, unknown>>
}

interface SettingFormProps<F> {
  /** Without a reset where a part goes back in another way. */
  readonly of: EditedSetting<F> & Partial<FormedSetting<F>>
  readonly intro: TextKey
  /** Where it is one of several on a screen, its own key there. */
  readonly card?: string
  /** Told whenever the form begins or ceases to hold unsaved input; a dialog sees it itself. */
  readonly onDirty?: (card: string, isDirty: boolean, isKept: boolean) => void
  readonly children: (form: FilledSetting<F>) => ReactNode
}

/** The form over one setting, with the way back to its defaults. */
export function SettingForm<F>(props: SettingFormProps<F>) {
  const { of } = props
  const read = useQuery(query(of.get, {}))
  return (
    <Loaded query={read} permission={of.get.permission}>
      {(data) => <Filled {...props} data={data} />}
    </Loaded>
  )
}

function Filled<F>(props: SettingFormProps<F> & { readonly data: Held }) {
  const { of, data, intro, card = '', onDirty, children } = props
  const form = useSettingForm(of, data)
  const maySave = useCan(of.save.permission)
  const { isDirty, isKept } = form
  useEffect(() => onDirty?.(card, isDirty, isKept), [onDirty, card, isDirty, isKept])
  const { submit, isSending } = useSubmit(async () => {
    // Enter in a field sends a form without a button, too.
    if (maySave) await form.save()
  })
  return (
    <form className={classes.card} onSubmit={submit} noValidate>
      <p className={classes.intro}>{t(intro)}</p>
      <ConflictNote conflict={form.conflict} take={form.takeTheirs} />
      <fieldset className={classes.input} disabled={!maySave}>
        {children({
          field: form.field,
          fill: (values) => form.setValues({ ...form.getValues(), ...values }),
          values: form.getValues(),
        })}
      </fieldset>
      <div className={classes.footer}>
        {maySave && (
          <Button type="submit" loading={isSending}>
            {t('kit.save')}
          </Button>
        )}
        {of.reset && <ResetButton reset={of.reset} form={form} />}
      </div>
    </form>
  )
}

interface ResetProps {
  readonly reset: FormedSetting<unknown>['reset']
  readonly form: Pick<ReturnType<typeof useSettingForm>, 'send' | 'take'>
}

function ResetButton({ reset, form }: ResetProps) {
  const mayReset = useCan(reset.permission)
  const ask = async () => {
    const title = t('setting.reset')
    const text = t('setting.resetSure')
    if (!(await confirm({ title, text, agree: title, kind: 'dangerous' }))) return
    const outcome = await outcomeOf<Held>(form.send(reset, {}))
    if (!('reply' in outcome)) return
    form.take(outcome.reply)
    notify.success(t('kit.done'))
  }
  if (!mayReset) return null
  return (
    <Button variant="default" onClick={() => void ask()}>
      {t('setting.reset')}
    </Button>
  )
}

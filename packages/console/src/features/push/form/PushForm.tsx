import type { Push, TextKey } from '@muster/contract'
import { type ReactNode, useId, useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { commandText, showGiven } from '../../device/index.ts'
import classes from './form.module.css'
import { HowFields } from './HowFields.tsx'
import { Precheck } from './Precheck.tsx'
import type { PushStart } from './pushStart.ts'
import type { FormSort } from './pushValues.ts'
import { TargetFields } from './TargetFields.tsx'
import { type PushFormHold, usePushForm } from './usePushForm.ts'
import { WhenFields } from './WhenFields.tsx'

interface Shape {
  readonly sort: FormSort
  /** The fields of what is wanted. */
  readonly Want: (props: { readonly form: PushFormHold }) => ReactNode
  /** What else is done with what the form says. */
  readonly Extra?: (props: ExtraProps) => ReactNode
}

interface ExtraProps {
  readonly form: PushFormHold
  readonly start: PushStart | null
  /** Where its button stands, among those of the form. */
  readonly place: HTMLElement | null
}

interface PushFormProps extends Shape {
  readonly dialog: Dialog<PushStart>
  /** What else happens when it was given. */
  readonly done?: (() => void) | undefined
}

/** What is wanted, from whom, when and how; before it is given it says whom it would reach. */
export function PushForm({ dialog, done, ...shape }: PushFormProps) {
  const { isOpen, close } = dialog
  return isOpen ? (
    <Form
      {...shape}
      start={dialog.record}
      close={close}
      done={() => {
        done?.()
        close()
      }}
    />
  ) : null
}

interface FormProps extends Shape {
  readonly start: PushStart | null
  readonly close: () => void
  readonly done: () => void
}

function Form({ sort, Want, Extra, start, close, done }: FormProps) {
  const { edits } = start ?? {}
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const given = (push: Push) => {
    showGiven(push, t(edits ? 'push.edited' : 'push.given', { no: push.taskNo }))
    done()
  }
  const form = usePushForm(sort, { start, given })
  const { submit, isSending } = useSubmit(form.check)
  return (
    <DialogFrame
      isOpen
      close={close}
      isDirty={form.isDirty}
      title={edits ? t('push.editTitle', { no: edits.taskNo }) : t(sort.title)}
      size="80rem"
    >
      {form.checked && <Precheck form={form} checked={form.checked} />}
      {/* Kept while the answer is looked at: whoever goes back finds all as it was. */}
      <form className={classes.form} onSubmit={submit} noValidate hidden={form.checked !== null}>
        {start?.said && <Callout title={t('push.notAll')}>{start.said}</Callout>}
        {edits ? (
          <>
            <p className={classes.said}>
              {commandText(edits.kind)} {edits.title && <bdi>{edits.title}</bdi>}
            </p>
            <Callout title={t('push.editHint')}>{t('push.editSaid')}</Callout>
          </>
        ) : (
          <Part title="push.part.want">
            <Want form={form} />
          </Part>
        )}
        <Part title="push.part.targets">
          <TargetFields form={form} mayGrow={!sort.isAtOnce} />
        </Part>
        {!sort.isAtOnce && (
          <>
            <Part title="push.part.when">
              <WhenFields form={form} />
            </Part>
            <Part title="push.part.how">
              <HowFields form={form} />
            </Part>
          </>
        )}
        <FormFooter agree="push.check" isSending={isSending} close={close}>
          <span ref={setPlace} className={classes.extra} />
        </FormFooter>
      </form>
      {/* Not within the form: it has one of its own. */}
      {Extra && !edits && <Extra form={form} start={start} place={place} />}
    </DialogFrame>
  )
}

function Part({ title, children }: { readonly title: TextKey; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.part}>
        {t(title)}
      </h3>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

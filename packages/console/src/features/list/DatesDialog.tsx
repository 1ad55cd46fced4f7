import type { TextKey } from '@muster/contract'
import type { SubmitEvent } from 'react'
import { MomentInput } from '../../kit/dates/MomentInput.tsx'
import type { Dialog } from '../../kit/list/useDialog.ts'
import { DialogFrame } from '../../kit/parts/DialogFrame.tsx'
import type { SlotProps } from '../../kit/parts/listSlots.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { BesideForm } from './BesideForm.tsx'
import classes from './list.module.css'
import { spanNames } from './spanNames.ts'

const labels: Readonly<Record<(typeof spanNames)[number], TextKey>> = {
  createdFrom: 'list.createdFrom',
  createdTo: 'list.createdTo',
  updatedFrom: 'list.updatedFrom',
  updatedTo: 'list.updatedTo',
}

interface DatesDialogProps extends Pick<SlotProps, 'list'> {
  readonly dialog: Dialog<unknown>
}

/** The moments between which a list's records were made or last changed; each applies when left or entered. */
export function DatesDialog({ dialog, list }: DatesDialogProps) {
  const { filter } = list.state
  const choose = (change: Readonly<Record<string, string>>) =>
    list.change({ filter: { ...filter, ...change } })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // For React the dialog stands inside of the filters' form, which would take this for its own.
    event.stopPropagation()
    dialog.close()
  }
  const reset = () => choose(Object.fromEntries(spanNames.map((name) => [name, ''])))
  return (
    <BesideForm>
      <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={t('list.dates')}>
        <form className={classes.form} onSubmit={submit} noValidate>
          <div className={classes.spans}>
            {spanNames.map((name) => (
              <MomentInput
                key={name}
                label={t(labels[name])}
                value={filter[name] ?? ''}
                onChoose={(moment) => choose({ [name]: moment })}
              />
            ))}
          </div>
          <div className={classes.dialogFoot}>
            <Button variant="default" onClick={reset}>
              {t('kit.reset')}
            </Button>
            <Button type="submit">{t('kit.close')}</Button>
          </div>
        </form>
      </DialogFrame>
    </BesideForm>
  )
}

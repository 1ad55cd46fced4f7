import type { ReactNode } from 'react'
import { Button } from '../../ui/controls.ts'
import { SmallButton } from '../../ui/table/cells.tsx'
import type { Dialog } from '../dialog/useDialog.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { type NewAs, submitTexts } from '../form/submitTexts.ts'
import classes from './table.module.css'

interface AddButtonProps<T> {
  /** Permission code; without it there is no button. */
  readonly code: string
  readonly dialog: Dialog<T>
  /** How the record comes to be, as its form says it. */
  readonly newAs?: NewAs
}

/** Opens the dialog for a new record. */
export function AddButton<T>({ code, dialog, newAs = 'added' }: AddButtonProps<T>) {
  if (!useCan(code)) return null
  return <Button onClick={() => dialog.open()}>{t(submitTexts[newAs])}</Button>
}

interface ActionButtonProps {
  readonly code: string
  readonly onClick: () => void
}

interface RowButtonProps extends ActionButtonProps {
  /** Takes the row away: such a button comes last. */
  readonly isDangerous?: boolean
  /** Shows the record: so does Enter in the row, which does nothing else. */
  readonly opens?: boolean
  readonly children: ReactNode
}

/** Opens a row for editing. */
export function EditButton(props: ActionButtonProps) {
  return (
    <RowButton opens {...props}>
      {t('kit.edit')}
    </RowButton>
  )
}

/** A small button of a row, for those who hold its permission. */
export function RowButton({ code, ...button }: RowButtonProps) {
  if (!useCan(code)) return null
  return <SmallButton {...button} />
}

/** The buttons of a row, in one line. */
export function RowActions({ children }: { readonly children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}

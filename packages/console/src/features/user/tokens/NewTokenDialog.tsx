import { type ReplyOf, tokens } from '@muster/contract'
import { useState } from 'react'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { useSave } from '../../../kit/form/useSave.ts'
import { TokenFields } from './TokenFields.tsx'
import { TokenSecret } from './TokenSecret.tsx'

interface NewTokenDialogProps {
  readonly dialog: Dialog<never>
  readonly mostDays: number
}

type Made = ReplyOf<typeof tokens.make>

/** Makes a token and tells its secret, once. */
export function NewTokenDialog({ dialog, mostDays }: NewTokenDialogProps) {
  const [made, setMade] = useState<Made | null>(null)
  const close = () => {
    dialog.close()
    setMade(null)
  }
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={close}
      title={
        made ? t('ucenter.tokens.madeOf', { name: made.token.name }) : t('ucenter.tokens.make')
      }
      size="lg"
    >
      {made ? (
        <TokenSecret id={made.token.id} secret={made.secret} close={close} />
      ) : (
        <NewToken mostDays={mostDays} onMade={setMade} close={close} />
      )}
    </DialogFrame>
  )
}

interface NewTokenProps {
  readonly mostDays: number
  readonly onMade: (made: Made) => void
  readonly close: () => void
}

/** Days that a token is good for where its owner says nothing. */
const usualDays = 90

function NewToken({ mostDays, onMade, close }: NewTokenProps) {
  const form = useFields(tokens.make, { reach: 'READ', days: Math.min(usualDays, mostDays) })
  const save = useSave(tokens, form)
  const { reach } = form.getValues()
  const { submit, isSending } = useSubmit(async () => {
    const read = form.read()
    if (!read) return
    // What was chosen before another reach was is not asked for.
    const body = { ...read, codes: read.reach === 'CHOSEN' ? read.codes : [] }
    const done = await save(tokens.make, { body })
    if (done) onMade(done.reply)
  })
  return (
    <form onSubmit={submit} noValidate>
      <TokenFields field={form.field} mostDays={mostDays} isChoosing={reach === 'CHOSEN'} />
      <Group justify="flex-end" mt="lg">
        <CancelButton close={close} />
        <Button type="submit" loading={isSending}>
          {t('ucenter.tokens.make')}
        </Button>
      </Group>
    </form>
  )
}

import { useState } from 'react'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'

/** Why something is put in force or revoked, and by which ticket: what is typed, as a call takes it, and its fields. */
export function useNote() {
  const [note, setNote] = useState('')
  const [ticket, setTicket] = useState('')
  const said = { note: note.trim() || null, ticket: ticket.trim() || null }
  const fields = (
    <>
      <TextInput
        label={t('param.note')}
        value={note}
        maxLength={255}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <TextInput
        label={t('param.ticket')}
        value={ticket}
        maxLength={64}
        onChange={(event) => setTicket(event.currentTarget.value)}
      />
    </>
  )
  return { said, fields }
}

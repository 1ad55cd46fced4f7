import { type LoginBan, loginBans } from '@muster/contract'
import { MomentField } from '../../../kit/dates/fields.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t } from '../../../platform/texts.ts'
import { CodeField, LongTextField } from '../../../ui/form/fields.tsx'
import classes from './login.module.css'

/** Who is to be kept out, as far as it is known beforehand. */
export type NewBan = Pick<LoginBan, 'kind' | 'value'>

const titles = { SN: 'deviceLogin.banSn', ADDRESS: 'deviceLogin.banIp' } as const
const hints = { SN: 'deviceLogin.banSnHint', ADDRESS: 'deviceLogin.banIpHint' } as const

/** Keeps a terminal or an address out, and says why. */
export function BanDialog({
  dialog: { isOpen, record, close },
}: {
  readonly dialog: Dialog<NewBan>
}) {
  if (!record) return null
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t(titles[record.kind])}>
      {isOpen && <BanForm {...record} close={close} />}
    </DialogFrame>
  )
}

function BanForm({ kind, value, close }: NewBan & { readonly close: () => void }) {
  const { field, submit, isSending } = useCallForm({
    of: loginBans,
    call: loginBans.add,
    start: { kind, value, reason: '', until: null },
    input: (body) => ({ body }),
    done: close,
    said: (body) => t('deviceLogin.banned', { value: body.value }),
  })
  const label = kind === 'SN' ? 'deviceLogin.sn' : 'deviceLogin.ip'
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t(hints[kind])}</p>
      <CodeField {...field('value', label)} required />
      <LongTextField {...field('reason', 'deviceLogin.banReason')} required />
      <MomentField {...field('until', 'deviceLogin.banUntil')} />
      <FormFooter agree="deviceLogin.banTitle" isSending={isSending} close={close} />
    </form>
  )
}

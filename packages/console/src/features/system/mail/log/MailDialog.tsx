import { type LoggedMail, mailLog } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { Dialog } from '../../../../kit/list/useDialog.ts'
import { DialogFrame } from '../../../../kit/parts/DialogFrame.tsx'
import { Loaded } from '../../../../kit/parts/Screen.tsx'
import { Ltr, Time } from '../../../../kit/parts/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { formatNumber } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { Letter } from '../Letter.tsx'
import classes from '../mail.module.css'

/** One mail: what it says, and what became of it. */
export function MailDialog({ dialog }: { readonly dialog: Dialog<LoggedMail> }) {
  return (
    <DialogFrame title={t('mail.mail')} isOpen={dialog.isOpen} close={dialog.close} size="lg">
      {dialog.record && <Content id={dialog.record.id} />}
    </DialogFrame>
  )
}

function Content({ id }: { readonly id: string }) {
  const mail = useQuery(query(mailLog.detail, { params: { id } }))
  return (
    <Loaded query={mail} permission={mailLog.detail.permission}>
      {({ to, sentAt, nextAttemptAt, attempts, error, subject, text, language, isBlotted }) => (
        <>
          <dl className={classes.facts}>
            <div>
              <dt>{t('mail.to')}</dt>
              <dd>
                <Ltr>{to}</Ltr>
              </dd>
            </div>
            <div>
              <dt>{t(sentAt === null ? 'mail.nextAttempt' : 'mail.sentAt')}</dt>
              <dd>
                <Time at={sentAt ?? nextAttemptAt} />
              </dd>
            </div>
            <div>
              <dt>{t('mail.attempts')}</dt>
              <dd>{formatNumber(attempts)}</dd>
            </div>
            {error !== null && (
              <div>
                <dt>{t('mail.error')}</dt>
                <dd dir="ltr">{error}</dd>
              </div>
            )}
          </dl>
          {isBlotted && <p>{t('mail.blottedNote')}</p>}
          <Letter subject={subject} text={text} language={language} />
        </>
      )}
    </Loaded>
  )
}

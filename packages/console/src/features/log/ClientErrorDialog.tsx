import { type ClientError, type ClientErrorDetail, clientErrorLog } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../kit/page/Screen.tsx'
import { Ltr } from '../../kit/page/values.tsx'
import { query } from '../../kit/queries.ts'
import { t } from '../../platform/texts.ts'
import { Fact, Facts } from '../../kit/page/Facts.tsx'
import classes from './log.module.css'
import { Seconds } from './logColumns.tsx'

/** One error that a console has met, with its stack. */
export function ClientErrorDialog({ dialog }: { readonly dialog: Dialog<ClientError> }) {
  return (
    <DialogFrame
      title={t('log.clientError')}
      isOpen={dialog.isOpen}
      close={dialog.close}
      size="80rem"
    >
      {dialog.record && <Detail id={dialog.record.id} />}
    </DialogFrame>
  )
}

function Detail({ id }: { readonly id: string }) {
  const detail = useQuery(query(clientErrorLog.detail, { params: { id } }))
  return (
    <Loaded query={detail} permission={clientErrorLog.detail.permission}>
      {(error) => <ErrorFacts error={error} />}
    </Loaded>
  )
}

function ErrorFacts({ error }: { readonly error: ClientErrorDetail }) {
  return (
    <>
      <Facts apart>
        <Fact name={t('log.at')}>
          <Seconds at={error.at} />
        </Fact>
        <Fact name={t('log.shortId')}>
          <Ltr>{error.shortId}</Ltr>
        </Fact>
        <Fact name={t('log.user')}>
          <bdi>{error.userName}</bdi>
        </Fact>
        <Fact name={t('log.page')}>
          <Ltr>{error.route}</Ltr>
        </Fact>
        <Fact name={t('log.client')}>
          <Ltr>{error.userAgent}</Ltr>
        </Fact>
        <Fact name={t('log.ip')}>
          <Ltr>{error.ip}</Ltr>
        </Fact>
      </Facts>
      <h3 className={classes.heading}>{t('log.message')}</h3>
      <pre className={classes.json} dir="ltr">
        {error.message}
      </pre>
      <h3 className={classes.heading}>{t('log.stack')}</h3>
      <pre className={classes.json} dir="ltr">
        {error.stack}
      </pre>
    </>
  )
}

import { notify } from '../../../kit/notify.ts'
import { formatDateTimeSeconds } from '../../../platform/format.ts'
import { putOnClipboard } from '../../../platform/clipboard.ts'
import { t } from '../../../platform/texts.ts'
import { ToolDialog } from '../ToolDialog.tsx'
import styles from './ErrorLogDialog.module.css'
import { clearErrors, type LoggedError, useErrorLog } from './errorStore.ts'

/** What has gone wrong in this console, to look at, to copy and to clear. */
export function ErrorLogDialog({ close }: { readonly close: () => void }) {
  const { list } = useErrorLog()
  const clear = () => {
    clearErrors()
    close()
  }
  return (
    <ToolDialog
      title={t('tools.errors')}
      place="centre"
      close={close}
      actions={
        <button type="button" className={styles['action']} onClick={clear}>
          {t('tools.errors.clear')}
        </button>
      }
    >
      <p className={styles['hint']}>{t('tools.errors.hint')}</p>
      <ul className={styles['list']}>
        {list.map((error) => (
          <ErrorItem key={error.id} error={error} />
        ))}
      </ul>
    </ToolDialog>
  )
}

function ErrorItem({ error }: { readonly error: LoggedError }) {
  const { id, at, err, url, stack, times } = error
  return (
    <li className={styles['item']}>
      <div className={styles['line']}>
        <code className={styles['id']} dir="ltr">
          {id}
        </code>
        <time dateTime={at}>{formatDateTimeSeconds(at)}</time>
        {times > 1 && <span>{t('tools.errors.times', { count: times })}</span>}
        <code className={styles['url']} dir="ltr">
          {url}
        </code>
        <button type="button" className={styles['action']} onClick={() => void copy(error)}>
          {t('tools.errors.copy')}
        </button>
      </div>
      <p className={styles['message']} dir="ltr">
        {err}
      </p>
      {stack && (
        <details>
          <summary>{t('tools.errors.stack')}</summary>
          <pre className={styles['stack']} dir="ltr">
            {stack}
          </pre>
        </details>
      )}
    </li>
  )
}

async function copy({ id, at, err, url, stack }: LoggedError): Promise<void> {
  try {
    await putOnClipboard([id, at, url, err, stack].join('\n'))
    notify.success(t('tools.errors.copied', { id }))
  } catch {
    // Not on plain HTTP, and not without the user's consent.
    notify.error(t('tools.errors.notCopied'))
  }
}

import { CopyButton } from '../../../kit/copy/CopyButton.tsx'
import { formatDateTimeSeconds } from '../../../platform/format.ts'
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
        <CopyButton label={id} text={[id, at, url, err, stack].join('\n')} />
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

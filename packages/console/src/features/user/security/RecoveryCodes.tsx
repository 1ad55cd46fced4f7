import { useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Alert, Button, Group } from '../../../ui/controls.ts'
import { saveFile } from '../../../platform/answers.ts'
import styles from '../PersonalCenter.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const userName = useSession((state) => state.user?.userName ?? '')
  const download = () => {
    const content = new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' })
    saveFile({ name: `recovery-codes-${userName}.txt`, content })
  }
  return (
    <>
      <Alert mb="md" title={t('ucenter.factor.keep')}>
        {t('ucenter.factor.keepText')}
      </Alert>
      <ol className={styles['codes']} dir="ltr" aria-label={t('ucenter.factor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Group mt="md">
        <Button variant="default" onClick={download}>
          {t('ucenter.factor.download')}
        </Button>
        <Button onClick={onKept}>{t('ucenter.factor.kept')}</Button>
      </Group>
    </>
  )
}

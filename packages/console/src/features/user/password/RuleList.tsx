import { useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import styles from '../PersonalCenter.module.css'
import { type Rule, ruleChecks } from './ruleChecks.ts'

interface RuleListProps {
  readonly rule: Rule
  readonly password: string
}

/** What a new password must be like, in the server's words, ticked off as one types. */
export function RuleList({ rule, password }: RuleListProps) {
  const userName = useSession((state) => state.user?.userName ?? '')
  return (
    <ul className={styles['rules']} aria-label={t('ucenter.rule')}>
      {ruleChecks(rule, password, userName).map(({ text, isKept }) => (
        <li key={text} data-kept={isKept || undefined}>
          <Icon name={isKept ? 'check' : 'more'} size={16} />
          {text ? t(text) : rule.rule}
          {isKept && <span className={styles['hidden']}>{t('ucenter.rule.kept')}</span>}
        </li>
      ))}
    </ul>
  )
}

import type { Token } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'
import { reachTexts } from './tokenTexts.ts'

interface ItemProps {
  readonly token: Token
  /** Ends it; the question was answered. */
  readonly onEnd: () => void
}

/** One token: what it lets through, from where, until when, and when it was used. */
export function TokenItem({ token, onEnd }: ItemProps) {
  const { name, reach, codes, ipAllow } = token
  return (
    <li className={styles['session']}>
      <div className={styles['sessionHead']}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {token.isOver && <StatusBadge tone="bad">{t('ucenter.tokens.over')}</StatusBadge>}
      </div>
      <dl className={styles['facts']}>
        <dt>{t('ucenter.tokens.reach')}</dt>
        <dd>
          <Reach reach={reach} codes={codes} />
        </dd>
        <dt>{t('ucenter.tokens.networks')}</dt>
        <dd>{ipAllow.length > 0 ? <Ltr>{ipAllow.join(', ')}</Ltr> : t('ucenter.tokens.any')}</dd>
        <dt>{t('ucenter.tokens.validTo')}</dt>
        <dd>
          <Time at={token.validTo} />
        </dd>
        <dt>{t('ucenter.tokens.made')}</dt>
        <dd>
          <Time at={token.createdAt} />
        </dd>
        <dt>{t('ucenter.tokens.used')}</dt>
        <dd>
          <Time at={token.lastUsedAt} /> {token.lastIp && <Ltr>{token.lastIp}</Ltr>}
        </dd>
      </dl>
      <Button
        size="xs"
        variant="default"
        onClick={() => void end(name, onEnd)}
        aria-label={t('ucenter.tokens.endThis', { name })}
      >
        {t('ucenter.tokens.end')}
      </Button>
    </li>
  )
}

/** Chosen rights are named when they are asked for: there may be hundreds. */
function Reach({ reach, codes }: Pick<Token, 'reach' | 'codes'>) {
  const text = t(reachTexts[reach])
  if (codes.length === 0) return text
  return (
    <details>
      <summary>{`${text} (${formatNumber(codes.length)})`}</summary>
      <Ltr>{codes.join(', ')}</Ltr>
    </details>
  )
}

async function end(name: string, onEnd: () => void): Promise<void> {
  const isSure = await confirm({
    title: t('ucenter.tokens.endThis', { name }),
    text: t('ucenter.tokens.endText'),
    agree: t('ucenter.tokens.end'),
    kind: 'dangerous',
  })
  if (isSure) onEnd()
}

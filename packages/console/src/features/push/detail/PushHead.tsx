import { countCap, type DetailedPush, isCommandName, type TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { formatCapped } from '../../../kit/formatCapped.ts'
import { Ltr, Time, Words } from '../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { commandText } from '../../device/index.ts'
import type { PushCalls } from '../pushCalls.ts'
import { ForWhom, PushBadge } from '../pushColumns.tsx'
import { useSecondsLeft } from '../useSecondsLeft.ts'
import { argsLines, optionLines } from './asked.ts'
import classes from './detail.module.css'
import { Grace } from './Grace.tsx'
import { howFar } from './howFar.ts'

interface PushHeadProps {
  readonly of: PushCalls
  readonly push: DetailedPush
  readonly acts: ReactNode
}

/** What a push is, and how far. */
export function PushHead({ of, push, acts }: PushHeadProps) {
  const left = useSecondsLeft(push.graceUntil)
  const now = left > 0 && push.graceUntil ? Date.parse(push.graceUntil) - 1 : Infinity
  return (
    <header className={classes.head}>
      <div className={classes.title}>
        <h2>
          {commandText(push.kind)}
          {push.title && <bdi>{push.title}</bdi>}
        </h2>
        <PushBadge {...push} />
        <span className={classes.acts}>{acts}</span>
      </div>
      <p className={classes.says} aria-live="polite">
        {howFar(push, now)}
        {push.capped && ` ${t('push.capped', { number: formatNumber(countCap) })}`}
      </p>
      <Grace of={of} push={push} />
      <dl className={classes.facts}>
        {push.policy && (
          <div>
            <dt>{t(push.policy.isRelease ? 'push.ofRelease' : 'push.ofPolicy')}</dt>
            <dd>
              <PolicyLink name={push.policy.name} />
            </dd>
          </div>
        )}
        {push.parentId !== null && (
          <div>
            <dt>{t('push.runOf')}</dt>
            <dd>
              <PushLink kind={push.kind} query={{ push: push.parentId }}>
                <Ltr>{push.parentNo}</Ltr>
              </PushLink>
            </dd>
          </div>
        )}
        {push.cron !== null && (
          <div>
            <dt>{t('push.runs')}</dt>
            <dd>
              <PushLink kind={push.kind} query={{ parentId: push.id }}>
                {t('push.runsShow')}
              </PushLink>
            </dd>
          </div>
        )}
        {factsOf(push).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || nothing}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}

const factsOf = (push: DetailedPush) =>
  [
    ...(push.afterNo === null
      ? []
      : [[t('push.after'), <Ltr key="after">{push.afterNo}</Ltr>] as const]),
    [t('push.targets'), <ForWhom key="for" {...push} />],
    ...(push.meant
      ? [[t('push.meant'), formatCapped(push.meant.count, push.meant.capped)] as const]
      : []),
    [t('push.args'), <Lines key="args" lines={argsLines(push)} />],
    [t('push.options'), <Lines key="options" lines={optionLines(push)} />],
    [t('push.createdBy'), <Ltr key="by">{push.createdBy}</Ltr>],
    [t('push.org'), <Words key="org">{push.orgName}</Words>],
    [t('push.createdAt'), <Time key="at" at={push.createdAt} />],
    [
      t('push.approvedBy'),
      push.approvedAt && (
        <span key="approved">
          <Ltr>{push.approvedBy}</Ltr> <Time at={push.approvedAt} />
        </span>
      ),
    ],
    ...actOf('push.rejectedBy', push.rejectedBy, push.rejectedAt),
    ...actOf('push.editedBy', push.editedBy, push.editedAt),
    [t('push.expiresAt'), <Time key="until" at={push.expiresAt} />],
    [t('push.endedAt'), <Time key="ended" at={push.endedAt} />],
  ] as const

/** Who did something to it, and when; nothing where nobody did. */
const actOf = (key: TextKey, by: string | null, at: string | null) =>
  at === null
    ? []
    : [
        [
          t(key),
          <span key={key}>
            <Ltr>{by}</Ltr> <Time at={at} />
          </span>,
        ] as const,
      ]

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return nothing
  return lines.map((line) => (
    <bdi key={line} className={classes.line}>
      {line}
    </bdi>
  ))
}

interface PushLinkProps extends Pick<DetailedPush, 'kind'> {
  readonly query: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** A way to another task, or to some, in the list that this one stands in. */
function PushLink({ kind, query, children }: PushLinkProps) {
  const screen = isCommandName(kind) ? 'MQTT_TASK' : 'MQTT_APK'
  const path = useSession(({ menu }) => pathOfScreen(menu, screen))
  if (path === null) return children
  return (
    <a className={classes.link} href={`#${addressText({ path, query })}`}>
      {children}
    </a>
  )
}

/** The list of policies with this one in it. */
function PolicyLink({ name }: { readonly name: string }) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'ORGANIZATION_APK'))
  if (path === null) return <bdi>{name}</bdi>
  return (
    <a className={classes.link} href={`#${addressText({ path, query: { keyword: name } })}`}>
      <bdi>{name}</bdi>
    </a>
  )
}

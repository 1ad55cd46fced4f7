import {
  type ParamEnding,
  paramEndings,
  type TextKey,
  usualEndingDays,
  type VendorCertificate,
  vendorCertificates,
} from '@muster/contract'
import { Day, StatusBadge } from '../../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../../kit/pathOfScreen.ts'
import { useCan, useSession } from '../../../../kit/session.ts'
import { addressText } from '../../../../platform/address.ts'
import { t } from '../../../../platform/texts.ts'
import { useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import classes from '../workbench.module.css'
import { NotNarrowed } from './NotNarrowed.tsx'

/** Lines of each kind that are shown, the first to end before the others. */
const mostLines = 4

interface Line {
  readonly key: string
  readonly name: string
  readonly endsOn: string
  readonly hasEnded: boolean
  readonly href: string | undefined
}

interface Kind {
  readonly key: 'values' | 'approvals'
  readonly total: number
  readonly lines: readonly Line[]
  /** The list behind it, where it has one of its own. */
  readonly href: string | undefined
}

/** Keys, certificates and other values of terminals, and approvals of vendors, that end soon or have ended. */
export function EndingCard() {
  const read = useEndings()
  return (
    <Card
      card="ENDING"
      read={read}
      empty={(kinds) => {
        if (kinds.length === 0) return 'workbench.mayNot'
        return kinds.every(({ total }) => total === 0) ? 'workbench.noEndings' : null
      }}
      figures={(kinds) => ({
        columns: [t('workbench.ending'), t('workbench.count')],
        rows: kinds.map(({ key, total }) => [says(key, total), total]),
        hrefs: kinds.map(({ href }) => href),
      })}
    >
      {(kinds) => (
        <>
          <NotNarrowed by={['orgId', 'vendorId', 'modelId']} />
          {kinds
            .filter(({ total }) => total > 0)
            .map((kind) => (
              <Lines key={kind.key} kind={kind} />
            ))}
        </>
      )}
    </Card>
  )
}

const kindTexts = {
  values: 'workbench.ending.values',
  approvals: 'workbench.ending.approvals',
} as const satisfies Record<Kind['key'], TextKey>

const says = (key: Kind['key'], count: number): string =>
  t(kindTexts[key], { count, days: usualEndingDays })

function Lines({ kind: { key, total, lines, href } }: { readonly kind: Kind }) {
  const title = says(key, total)
  return (
    <section data-figure={key}>
      <h3 className={classes.kind}>{href ? <a href={href}>{title}</a> : title}</h3>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line.key}>
            {line.href ? (
              <a href={line.href}>
                <bdi>{line.name}</bdi>
              </a>
            ) : (
              <bdi>{line.name}</bdi>
            )}
            {line.hasEnded && <StatusBadge tone="bad">{t('paramEnding.over')}</StatusBadge>}
            <Day on={line.endsOn} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What ends of each kind whose list the user may see. */
function useEndings() {
  const mayValues = useCan(paramEndings.page.permission)
  const mayApprovals = useCan(vendorCertificates.page.permission)
  const path = useSession(({ menu }) => pathOfScreen(menu, 'PARAM'))
  const first = { pageNum: 1, pageSize: mostLines } as const
  const values = useFigures(
    paramEndings.page,
    { query: { ...first, days: usualEndingDays } },
    mayValues,
  )
  const approvals = useFigures(
    vendorCertificates.page,
    { query: { ...first, endsWithin: usualEndingDays, status: '1' } },
    mayApprovals,
  )
  const href = path === null ? undefined : `#${addressText({ path, query: { tab: 'endings' } })}`
  const reads = [...(mayValues ? [values] : []), ...(mayApprovals ? [approvals] : [])]
  const kinds: readonly Kind[] = [
    ...kindOf('values', { page: mayValues && values.data, lineOf: valueLine, href }),
    ...kindOf('approvals', { page: mayApprovals && approvals.data, lineOf: approvalLine }),
  ]
  return {
    data: reads.every(({ data }) => data !== undefined) ? kinds : undefined,
    error: reads.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(reads.map(({ refetch }) => refetch())),
  }
}

interface Read<R> {
  readonly page: { readonly list: readonly R[]; readonly total: number } | false | undefined
  readonly lineOf: (row: R) => Line
  readonly href?: string | undefined
}

const kindOf = <R,>(key: Kind['key'], { page, lineOf, href }: Read<R>): readonly Kind[] =>
  page ? [{ key, total: page.total, lines: page.list.map(lineOf), href }] : []

const valueLine = ({ id, title, label, endsOn, days }: ParamEnding): Line => ({
  key: id,
  name: label === '' ? title : `${title}: ${label}`,
  endsOn,
  hasEnded: days < 0,
  href: undefined,
})

const approvalLine = ({
  id,
  vendorId,
  vendorName,
  certNo,
  expiresOn,
  state,
}: VendorCertificate): Line => ({
  key: id,
  name: `${vendorName}: ${certNo}`,
  endsOn: expiresOn,
  hasEnded: state === 'ENDED',
  href: `#${addressText({ path: `/vendor/detail/${vendorId}`, query: { tab: 'certificates' } })}`,
})

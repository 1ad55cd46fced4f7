import type { GroupMember } from '@muster/contract'
import { Awaited } from '../../../kit/page/Awaited.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Failed } from '../../../kit/page/Sentence.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { LifecycleBadge } from '../facts/LifecycleBadge.tsx'
import { Presence } from '../facts/Presence.tsx'
import { RelativeTime } from '../facts/RelativeTime.tsx'
import classes from './filter.module.css'
import { DeviceLink } from '../facts/DeviceLink.tsx'

export type Found = Pick<
  GroupMember,
  'id' | 'sn' | 'name' | 'modelName' | 'orgName' | 'lifecycle' | 'presence'
>

/** What a filter finds. */
export interface Previewed {
  readonly count: number
  /** At least so many: the server stopped counting. */
  readonly isCapped: boolean
  /** What a group would gain and lose; null: no group is changed. */
  readonly change: { readonly joining: number; readonly leaving: number } | null
  readonly first: readonly Found[]
}

interface PreviewProps {
  readonly found: Previewed | undefined
  /** When it was found, in epoch milliseconds. */
  readonly readAt: number
  readonly isBusy: boolean
  readonly error: Error | null
  readonly again: () => void
}

/** What a filter finds, as the server last said, and how long ago that was. */
export function Preview({ found, readAt, isBusy, error, again }: PreviewProps) {
  if (error) return <Failed error={error} retry={again} />
  if (!found) return isBusy ? <Awaited as="rows" /> : null
  return (
    <section className={classes.preview} aria-label={t('group.preview')} aria-busy={isBusy}>
      <header>
        <h3 aria-live="polite">{countText(found)}</h3>
        {found.change && <span>{t('group.preview.change', found.change)}</span>}
        <span className={classes.limit}>
          <RelativeTime at={new Date(readAt).toISOString()} />
        </span>
        <button type="button" className={classes.act} onClick={again}>
          {t('group.preview.again')}
        </button>
      </header>
      {found.first.length > 0 && (
        <div className={classes.found}>
          <PlainTable
            label={t('group.preview.first')}
            size="small"
            titles={[
              t('device.sn'),
              t('device.name'),
              t('device.model'),
              t('device.organization'),
              t('device.lifecycle'),
              t('device.presence'),
            ]}
            rows={found.first.map(rowOf)}
          />
        </div>
      )}
      {found.count > found.first.length && (
        <span className={classes.limit}>
          {t('group.preview.firstOf', { count: found.first.length })}
        </span>
      )}
    </section>
  )
}

const countText = ({ count, isCapped }: Previewed): string =>
  isCapped
    ? t('group.preview.atLeast', { number: formatNumber(count) })
    : t('group.preview.count', { count })

function rowOf(one: Found) {
  const { id, sn, name, modelName, orgName } = one
  return {
    key: id,
    cells: [
      <DeviceLink key="sn" id={id} sn={sn} />,
      name,
      modelName,
      orgName,
      <LifecycleBadge key="lifecycle" {...one} />,
      <Presence key="presence" {...one} />,
    ],
  }
}

import { type Apk, apks, type ReplyOf } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import classes from '../app.module.css'

/** What a version asks for, with what the one before it did not ask for; risky ones are marked. */
export function Changes({ apk }: { readonly apk: Apk }) {
  const id = useId()
  const asked = query(apks.page, {
    query: { appId: apk.appId, sortField: 'versionCode', sortOrder: 'desc', pageSize: '100' },
  })
  const { data } = useQuery(asked)
  if (!data) return null
  const before = data.list.find(
    ({ versionCode, state }) => versionCode < apk.versionCode && !unmade.has(state),
  )
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {before ? t('apk.compare', { version: before.versionName }) : t('apk.permissions')}
      </h3>
      {before ? <Compared apk={apk} otherId={before.id} /> : <AllPermissions apk={apk} />}
    </section>
  )
}

const unmade: ReadonlySet<string> = new Set(['CHECK_FAILED', 'REJECTED'])

function AllPermissions({ apk: { permissions, riskyPermissions } }: { readonly apk: Apk }) {
  return (
    <>
      <p className={classes.hint}>{t('apk.first')}</p>
      <Names names={permissions} marked={riskyPermissions} />
    </>
  )
}

function Compared({ apk, otherId }: { readonly apk: Apk; readonly otherId: string }) {
  const { data } = useQuery(query(apks.diff, { params: { id: apk.id, otherId } }))
  if (!data) return null
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{t(data.isSameSigner ? 'apk.sameSigner' : 'apk.otherSigner')}</p>
      <Difference of={data.permissions} marked={apk.riskyPermissions} />
      <details>
        <summary>{t('apk.allPermissions', { count: apk.permissions.length })}</summary>
        <Names names={apk.permissions} marked={apk.riskyPermissions} />
      </details>
    </div>
  )
}

interface DifferenceProps {
  readonly of: ReplyOf<typeof apks.diff>['permissions']
  readonly marked: readonly string[]
}

function Difference({ of: { added, removed }, marked }: DifferenceProps) {
  if (added.length + removed.length === 0)
    return <p className={classes.hint}>{t('apk.sameAsBefore')}</p>
  return (
    <>
      {added.length > 0 && (
        <div className={classes.section}>
          <h4 className={classes.heading}>{t('apk.added')}</h4>
          <Names names={added} marked={marked} />
        </div>
      )}
      {removed.length > 0 && (
        <div className={classes.section}>
          <h4 className={classes.heading}>{t('apk.gone')}</h4>
          <Names names={removed} marked={[]} />
        </div>
      )}
    </>
  )
}

interface NamesProps {
  readonly names: readonly string[]
  readonly marked: readonly string[]
}

function Names({ names, marked }: NamesProps) {
  if (names.length === 0) return <p className={classes.hint}>{t('apk.noPermissions')}</p>
  return (
    <ul className={classes.names}>
      {names.map((name) => (
        <li key={name}>
          {marked.includes(name) ? <mark dir="ltr">{name}</mark> : <Ltr>{name}</Ltr>}
        </li>
      ))}
    </ul>
  )
}

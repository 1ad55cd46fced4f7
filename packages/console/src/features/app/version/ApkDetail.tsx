import { type Apk, apks, type ApkTrailEntry } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from '../app.module.css'
import { stateTexts } from '../appTexts.ts'
import { ApkFacts } from './ApkFacts.tsx'
import { Changes } from './Changes.tsx'
import { Problems } from './Problems.tsx'

/** Everything about one version. */
export function ApkDetail({ dialog: { record, isOpen, close } }: { readonly dialog: Dialog<Apk> }) {
  const title = t('apk.detailsOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && <Details key={record.id} id={record.id} />}
    </DialogFrame>
  )
}

/** Read anew: people may be deciding about it now. */
function Details({ id }: { readonly id: string }) {
  const found = useQuery(query(apks.detail, { params: { id } }))
  return (
    <Loaded query={found} permission={apks.detail.permission}>
      {(apk) => (
        <div className={classes.form}>
          <ApkFacts apk={apk} />
          <Problems sentences={apk.problems} />
          <Changes apk={apk} />
          <Trail id={apk.id} />
        </div>
      )}
    </Loaded>
  )
}

function Trail({ id }: { readonly id: string }) {
  const label = useId()
  const trail = useQuery(query(apks.trail, { params: { id } }))
  return (
    <section className={classes.section} aria-labelledby={label}>
      <h3 id={label} className={classes.heading}>
        {t('apk.trail')}
      </h3>
      <Loaded query={trail} permission={apks.trail.permission}>
        {(entries) => (
          <ol className={classes.trail}>
            {entries.map((entry) => (
              <Step key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  )
}

function Step({ entry: { after, at, by, reason } }: { readonly entry: ApkTrailEntry }) {
  const name = by ?? t('apk.platform')
  return (
    <li>
      <span>{t(stateTexts[after])}</span>
      {reason && <span dir="auto">{reason}</span>}
      <small>{t('apk.trailBy', { name, time: formatDateTime(at) })}</small>
    </li>
  )
}

import { type Apply, applies, type DetailedApply } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { CallError } from '../../../kit/callError.ts'
import { download } from '../../../kit/download/download.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Day, Ltr, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { Facts } from '../../../kit/page/Facts.tsx'
import { formatBytes, formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import classes from './apply.module.css'
import { StateBadge } from './applyColumns.tsx'
import { Suggestion } from './Suggestion.tsx'
import { faultTexts, keepTexts, kindSentences } from './applyTexts.ts'

/** A request whole, with what became of each of its terminals. */
export function ApplyDetail({ dialog }: { readonly dialog: Dialog<Apply> }) {
  const { record, isOpen, close } = dialog
  const title = t('apply.detailOf', { no: record?.applyNo ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && <Detail id={record.id} />}
    </DialogFrame>
  )
}

function Detail({ id }: { readonly id: string }) {
  const found = useQuery(query(applies.detail, { params: { id } }))
  return (
    <Loaded query={found} permission={applies.detail.permission}>
      {(apply) => (
        <>
          <Facts>
            {factsOf(apply).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value || nothing}</dd>
              </div>
            ))}
          </Facts>
          <h3 className={classes.heading}>{t('apply.items')}</h3>
          <Items items={apply.items} />
          {apply.files.length > 0 && <Files {...apply} />}
        </>
      )}
    </Loaded>
  )
}

function Items({ items }: Pick<DetailedApply, 'items'>) {
  if (items.length === 0) return <p className={classes.hint}>{t('apply.noItems')}</p>
  return (
    <ul className={classes.items}>
      {items.map(({ sn, successorSn, movedAt, fault, suggestion }) => (
        <li key={sn}>
          <span>
            <Ltr>{sn}</Ltr>
            {successorSn && ` – ${t('apply.successorOf', { sn: successorSn })}`}
          </span>
          {suggestion && <Suggestion suggestion={suggestion} />}
          <span>{outcomeOf({ movedAt, fault })}</span>
        </li>
      ))}
    </ul>
  )
}

function Files({ id, files }: Pick<DetailedApply, 'id' | 'files'>) {
  const take = (fileId: string) =>
    download(applies.file, { params: { id, fileId } }).catch((error: unknown) => {
      // The call has told the user; whatever else went wrong is a bug.
      if (!(error instanceof CallError)) throw error
    })
  return (
    <>
      <h3 className={classes.heading}>{t('apply.files')}</h3>
      <ul className={classes.items}>
        {files.map((file) => (
          <li key={file.id}>
            <Button variant="subtle" size="compact-sm" onClick={() => void take(file.id)}>
              <bdi>{file.name}</bdi>
            </Button>
            <span>{formatBytes(file.bytes)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

type Outcome = Pick<DetailedApply['items'][number], 'movedAt' | 'fault'>

function outcomeOf({ movedAt, fault }: Outcome): string {
  if (fault) return t(faultTexts[fault])
  return t(movedAt ? 'apply.itemMoved' : 'apply.itemWaits')
}

const factsOf = (apply: DetailedApply) =>
  [
    [t('apply.state'), <StateBadge key="state" state={apply.state} />],
    [t('apply.kind'), t(kindSentences[apply.kind])],
    [t('apply.orgName'), apply.orgName],
    [t('apply.createdBy'), <Ltr key="maker">{apply.createdBy}</Ltr>],
    [t('apply.approver'), <Ltr key="approver">{apply.approver}</Ltr>],
    [t('apply.waitingSince'), <Time key="since" at={apply.waitingSince} />],
    [t('apply.createdAt'), <Time key="created" at={apply.createdAt} />],
    [t('apply.fromOrg'), apply.fromOrgName],
    [t('apply.toOrg'), apply.toOrgName],
    [t('life.stationId'), apply.stationName],
    [t('life.keep'), t(keepTexts[apply.keep])],
    [
      t('life.keysErased'),
      apply.kind === 'DECOMMISSION' ? t(apply.keysErased ? 'kit.yes' : 'kit.no') : '',
    ],
    [t('apply.model'), apply.modelName],
    [t('apply.quantity'), formatNumber(apply.quantity)],
    [t('apply.moved'), formatNumber(apply.moved)],
    [t('apply.expectedDate'), <Day key="expected" on={apply.expectedDate} />],
    [t('apply.reason'), apply.reason],
    [t('apply.decidedBy'), <Ltr key="decider">{apply.decidedBy}</Ltr>],
    [t('apply.decidedAt'), <Time key="decided" at={apply.decidedAt} />],
    [t('apply.decision'), apply.decision],
    [t('apply.expiresAt'), <Time key="expires" at={apply.expiresAt} />],
  ] as const

import {
  type Customize,
  customizes,
  type DomainClaim,
  proofHost,
  proofText,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { CopyLine } from '../../../kit/copy/CopyLine.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import classes from './customize.module.css'

/** How the domains of a white label are proved, and which are. */
export function DomainsDialog({ dialog }: { readonly dialog: Dialog<Customize> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('customize.domainsOf', { name: record?.orgName ?? '' })}
      size="lg"
    >
      {record && <Claims id={record.id} />}
    </DialogFrame>
  )
}

function Claims({ id }: { readonly id: string }) {
  const found = useQuery(query(customizes.detail, { params: { id } }))
  return (
    <Loaded query={found} permission={customizes.detail.permission}>
      {({ claims }) =>
        claims.length === 0 ? (
          <p className={classes.muted}>{t('customize.noDomains')}</p>
        ) : (
          <ul className={classes.claims}>
            {claims.map((claim) => (
              <Claim key={claim.id} claim={claim} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Claim({ claim }: { readonly claim: DomainClaim }) {
  const { domain, token, verifiedAt } = claim
  return (
    <li className={classes.claim}>
      <div className={classes.claimHead}>
        <Ltr>{domain}</Ltr>
        <StatusBadge tone={verifiedAt ? 'good' : 'neutral'}>
          {verifiedAt
            ? t('customize.provedSince', { time: formatDateTime(verifiedAt) })
            : t('customize.unverified')}
        </StatusBadge>
        <CheckButton id={claim.id} />
      </div>
      {!verifiedAt && <p className={classes.muted}>{t('customize.proofHow')}</p>}
      <CopyLine label={t('customize.proofHost')} text={proofHost(domain)} />
      <CopyLine label={t('customize.proofText')} text={proofText(token)} />
    </li>
  )
}

function CheckButton({ id }: { readonly id: string }) {
  const act = useAction(customizes)
  const [isAsking, setAsking] = useState(false)
  if (!useCan(customizes.verify.permission)) return null
  const check = async () => {
    setAsking(true)
    await act(customizes.verify, { params: { id } }).finally(() => setAsking(false))
  }
  return (
    <Button size="xs" variant="default" loading={isAsking} onClick={() => void check()}>
      {t('customize.check')}
    </Button>
  )
}

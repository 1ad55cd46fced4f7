import {
  countCap,
  devices,
  type Functional,
  type FunctionalStanding,
  functionals,
  organizations,
  profileStands,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { addressText, navigate } from '../../../platform/address.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { standHints, standTexts } from '../facts/standTexts.ts'
import classes from './functional.module.css'

/** How the terminals of a profile stand to what is in force of it; each figure leads to the list of its terminals. */
export function StandingDialog({ dialog }: { readonly dialog: Dialog<Functional> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      looksOnly
      isOpen={isOpen}
      close={close}
      title={t('functional.standingOf', { name: record?.name ?? '' })}
      size="lg"
    >
      {record && isOpen && <Standing key={record.id} profile={record} />}
    </DialogFrame>
  )
}

function Standing({ profile: { id, revision } }: { readonly profile: Functional }) {
  const [orgId, setOrgId] = useState<string | null>(null)
  const asked = { params: { id }, query: orgId === null ? {} : { orgId } }
  // Terminals confirm without that anybody tells the console.
  const found = useQuery({ ...query(functionals.standing, asked), staleTime: 0 })
  return (
    <div className={classes.dialog}>
      <RecordPicker
        of={organizations}
        label={t('kit.orgAndBelow')}
        value={orgId}
        onChange={setOrgId}
      />
      <Loaded query={found} permission={functionals.standing.permission}>
        {({ count, stands }) =>
          stands === null ? (
            <p>
              {t('functional.standingOfMany', {
                count: formatNumber(count),
                most: formatNumber(countCap),
              })}
            </p>
          ) : (
            <>
              <p>{t('functional.standingText', { revision: formatNumber(revision ?? 0) })}</p>
              <Figures
                stands={stands}
                of={{ profileId: id, ...(orgId === null ? {} : { orgId }) }}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

interface FiguresProps {
  readonly stands: NonNullable<FunctionalStanding['stands']>
  /** What the list of terminals is asked for beside their state. */
  readonly of: Readonly<Record<string, string>>
}

function Figures({ stands, of }: FiguresProps) {
  const mayList = useCan(devices.page.permission)
  return (
    <PlainTable
      label={t('functional.standing')}
      titles={[t('functional.state'), t('functional.devices')]}
      figures={[t('functional.devices')]}
      rows={profileStands.map((stand) => {
        const [text, count] = [t(standTexts[stand]), formatNumber(stands[stand])]
        const address = addressText({ path: '/device/list', query: { ...of, profileStand: stand } })
        return {
          key: stand,
          cells: [
            <span key="state">
              {text}
              <small className={classes.hint}>{t(standHints[stand])}</small>
            </span>,
            mayList ? (
              <Button
                key="count"
                size="compact-sm"
                variant="subtle"
                aria-label={t('functional.standingShow', { state: text, count })}
                onClick={() => navigate(address)}
              >
                {count}
              </Button>
            ) : (
              count
            ),
          ],
        }
      })}
    />
  )
}

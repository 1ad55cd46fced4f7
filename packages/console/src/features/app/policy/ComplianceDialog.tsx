import { appStandings, type AppStanding, type OrgApk, orgApks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { StatusBadge, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { Button } from '../../../ui/controls.ts'
import classes from './policy.module.css'
import { standingTexts, standingTones } from './policyTexts.ts'
import { StandingDevices } from './StandingDevices.tsx'

/** How the terminals of a policy stood when they were counted last. */
export function ComplianceDialog({ dialog }: { readonly dialog: Dialog<OrgApk> }) {
  const { record, isOpen, close } = dialog
  const title = t('orgApk.figuresOf', { name: record?.name ?? '' })
  return (
    <DialogFrame looksOnly isOpen={isOpen} close={close} title={title} size="80rem">
      {record && isOpen && <Figures id={record.id} />}
    </DialogFrame>
  )
}

function Figures({ id }: { readonly id: string }) {
  const [shown, setShown] = useState<AppStanding | null>(null)
  const found = useQuery(query(orgApks.compliance, { params: { id } }))
  return (
    <Loaded query={found} permission={orgApks.compliance.permission}>
      {({ devices, compliant, missing, outdated, forbidden, unfit, countedAt }) => {
        if (countedAt === null) return <p className={classes.hint}>{t('orgApk.uncounted')}</p>
        if (devices === 0) return <p className={classes.hint}>{t('orgApk.noDevices')}</p>
        const counts = {
          OK: compliant,
          MISSING: missing,
          OUTDATED: outdated,
          FORBIDDEN: forbidden,
          UNFIT: unfit,
        }
        return (
          <div className={classes.dialog}>
            <BarChart
              bars={appStandings.map((key) => ({
                key,
                label: t(standingTexts[key]),
                value: counts[key],
              }))}
              summary={t('orgApk.standings')}
              direction={direction}
              formatValue={formatNumber}
            />
            <Choices counts={counts} chosen={shown} choose={setShown} />
            {shown && <StandingDevices key={shown} policyId={id} standing={shown} />}
            <p className={classes.hint}>
              {t('orgApk.countedAt')}: <Time at={countedAt} />
            </p>
          </div>
        )
      }}
    </Loaded>
  )
}

interface ChoicesProps {
  readonly counts: Readonly<Record<AppStanding, number>>
  readonly chosen: AppStanding | null
  readonly choose: (standing: AppStanding) => void
}

/** The figures that are not zero, each of which shows its terminals. */
function Choices({ counts, chosen, choose }: ChoicesProps) {
  return (
    <div className={classes.acts} role="group" aria-label={t('orgApk.devices')}>
      {appStandings
        .filter((key) => counts[key] > 0)
        .map((key) => (
          <Button
            key={key}
            variant={chosen === key ? 'light' : 'default'}
            aria-pressed={chosen === key}
            aria-label={t('orgApk.showStanding', { standing: t(standingTexts[key]) })}
            onClick={() => choose(key)}
            rightSection={
              <StatusBadge tone={standingTones[key]}>{formatNumber(counts[key])}</StatusBadge>
            }
          >
            {t(standingTexts[key])}
          </Button>
        ))}
    </div>
  )
}

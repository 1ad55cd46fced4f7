import { type OrgApk, orgApks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import classes from './policy.module.css'
import { standingTexts } from './policyTexts.ts'

/** How the terminals of a policy stood when they were counted last. */
export function ComplianceDialog({ dialog }: { readonly dialog: Dialog<OrgApk> }) {
  const { record, isOpen, close } = dialog
  const title = t('orgApk.figuresOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && <Figures id={record.id} />}
    </DialogFrame>
  )
}

function Figures({ id }: { readonly id: string }) {
  const found = useQuery(query(orgApks.compliance, { params: { id } }))
  return (
    <Loaded query={found} permission={orgApks.compliance.permission}>
      {({ devices, compliant, missing, outdated, forbidden, countedAt }) => {
        if (countedAt === null) return <p className={classes.hint}>{t('orgApk.uncounted')}</p>
        if (devices === 0) return <p className={classes.hint}>{t('orgApk.noDevices')}</p>
        const counts = { OK: compliant, MISSING: missing, OUTDATED: outdated, FORBIDDEN: forbidden }
        const standings = ['OK', 'MISSING', 'OUTDATED', 'FORBIDDEN'] as const
        return (
          <div className={classes.dialog}>
            <BarChart
              bars={standings.map((key) => ({
                key,
                label: t(standingTexts[key]),
                value: counts[key],
              }))}
              summary={t('orgApk.standings')}
              direction={direction}
              formatValue={formatNumber}
            />
            <p className={classes.hint}>
              {t('orgApk.countedAt')}: <Time at={countedAt} />
            </p>
          </div>
        )
      }}
    </Loaded>
  )
}

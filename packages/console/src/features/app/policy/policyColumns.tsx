import { type OrgApk, orgApks } from '@muster/contract'
import { Thumbnail } from '../../../kit/image/Thumbnail.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatNumber, formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import {
  policyTexts,
  policyTones,
  releaseTexts,
  releaseTones,
  ruleTexts,
  scopeTexts,
  updateTexts,
} from './policyTexts.ts'

export const columns: Columns<OrgApk> = [
  { key: 'name', title: 'orgApk.name', width: 140, sortable: true },
  { key: 'orgName', title: 'orgApk.organization', width: 112, sortable: true },
  {
    key: 'appName',
    title: 'orgApk.app',
    width: 140,
    sortable: true,
    render: ({ icon, appName }) => <Thumbnail name={icon}>{appName}</Thumbnail>,
  },
  {
    key: 'policy',
    title: 'orgApk.policy',
    width: 96,
    sortable: true,
    words: policyTexts,
    render: ({ policy }) => (
      <StatusBadge tone={policyTones[policy]}>{t(policyTexts[policy])}</StatusBadge>
    ),
  },
  {
    key: 'versionRule',
    title: 'orgApk.versionRule',
    width: 120,
    sortable: true,
    words: ruleTexts,
    render: ruleOf,
  },
  {
    key: 'scopeKind',
    title: 'orgApk.scope',
    width: 130,
    sortable: true,
    words: scopeTexts,
    render: (row) => (
      <Words>{row.groupName ?? row.classificationName ?? t(scopeTexts[row.scopeKind])}</Words>
    ),
  },
  {
    key: 'compliant',
    title: 'orgApk.compliance',
    width: 96,
    align: 'end',
    file: [
      { key: 'devices', title: 'orgApk.devices' },
      { key: 'compliant', title: 'orgApk.compliant' },
      { key: 'unfit', title: 'orgApk.unfit' },
    ],
    render: complianceOf,
  },
  {
    key: 'releaseState',
    title: 'orgApk.release',
    width: 116,
    words: releaseTexts,
    render: releaseOf,
  },
  statusColumn(orgApks),
  { key: 'updateMode', title: 'orgApk.updateMode', width: 130, words: updateTexts },
  {
    key: 'countedAt',
    title: 'orgApk.countedAt',
    holds: 'moment',
    render: ({ countedAt }) => <Time at={countedAt} />,
  },
]

function ruleOf({ versionRule, versionCode, fixedName, track }: OrgApk) {
  const rule = t(ruleTexts[versionRule])
  if (versionCode !== null)
    return (
      <>
        {rule} <Ltr>{fixedName ?? String(versionCode)}</Ltr>
      </>
    )
  return track === null ? rule : `${rule}: ${t(`apk.track.${track}`)}`
}

/** Of those that the version is made for. */
function complianceOf({ devices, compliant, unfit }: OrgApk) {
  if (devices === null || compliant === null) return t('orgApk.uncounted')
  const fitting = devices - (unfit ?? 0)
  const said = { compliant: formatNumber(compliant), devices: formatNumber(fitting) }
  const tone = compliant < fitting ? 'waiting' : 'good'
  return <StatusBadge tone={tone}>{t('orgApk.complianceOf', said)}</StatusBadge>
}

function releaseOf({ releaseState, releasePercent }: OrgApk) {
  if (releaseState === null) return nothing
  const percent = formatPercent((releasePercent ?? 0) / 100)
  const state = t(releaseTexts[releaseState])
  return (
    <StatusBadge tone={releaseTones[releaseState]}>
      {t('orgApk.releasePercent', { state, percent })}
    </StatusBadge>
  )
}

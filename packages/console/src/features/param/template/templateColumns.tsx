import { type ParamTemplate, paramTemplates } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { stateTexts } from './templateTexts.ts'

export const columns: Columns<ParamTemplate> = [
  { key: 'name', title: 'paramTemplate.name', sortable: true, width: 170 },
  {
    key: 'code',
    title: 'paramTemplate.code',
    sortable: true,
    render: ({ code }) => <Ltr>{code}</Ltr>,
  },
  {
    key: 'appName',
    title: 'paramTemplate.app',
    sortable: true,
    file: [
      { key: 'appName', title: 'paramTemplate.app' },
      { key: 'package', title: 'paramTemplate.package' },
      { key: 'versionFrom', title: 'paramTemplate.versionFrom' },
      { key: 'versionTo', title: 'paramTemplate.versionTo' },
    ],
    render: (row) => <For row={row} />,
  },
  {
    key: 'formats',
    title: 'paramTemplate.format',
    width: 90,
    file: [
      { key: 'formats', title: 'paramTemplate.format' },
      { key: 'fileCount', title: 'paramTemplate.part.files' },
    ],
    render: ({ formats }) => <Ltr>{formats.join(', ')}</Ltr>,
  },
  { key: 'pidCount', title: 'paramTemplate.pids', width: 84, align: 'end', sortable: true },
  {
    key: 'state',
    title: 'paramTemplate.state',
    width: 120,
    words: stateTexts,
    sortable: true,
    render: (row) => <State row={row} />,
  },
  { key: 'rev', title: 'paramTemplate.revision', width: 84, align: 'end', sortable: true },
  { key: 'usedCount', title: 'paramTemplate.usedCount', width: 96, align: 'end', render: Used },
  {
    key: 'versions',
    title: 'paramTemplate.versions',
    isExtra: 'narrow',
    render: ({ versions }) =>
      versions.length > 0 ? (
        <span title={versions.join(', ')}>
          <Ltr>{versions.join(', ')}</Ltr>
        </span>
      ) : (
        nothing
      ),
  },
  { key: 'orgName', title: 'paramTemplate.org', render: ({ orgName }) => <Words>{orgName}</Words> },
  updatedAtColumn,
  statusColumn(paramTemplates),
]

/** How many assignments are made with it, and the way to them. */
function Used({ id, usedCount }: ParamTemplate) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'PARAM'))
  const shown = formatNumber(usedCount)
  if (path === null || usedCount === 0) return shown
  return <a href={`#${addressText({ path, query: { templateId: id } })}`}>{shown}</a>
}

/** The application, and which versions of it. */
function For({ row: { appName, versionFrom, versionTo } }: { readonly row: ParamTemplate }) {
  if (versionFrom === null && versionTo === null) return <Words>{appName}</Words>
  return (
    <>
      <Words>{appName}</Words> <Ltr>{`${versionFrom ?? ''}–${versionTo ?? ''}`}</Ltr>
    </>
  )
}

const tones = {
  DRAFT: 'neutral',
  PUBLISHED: 'good',
  DEPRECATED: 'waiting',
  RETIRED: 'neutral',
} as const

/** Where it is, and whether its draft says something else by now. */
function State({ row: { state, isChanged, rev } }: { readonly row: ParamTemplate }) {
  const isBehind = state === 'PUBLISHED' && isChanged
  return (
    <StatusBadge tone={isBehind ? 'waiting' : tones[state]}>
      {isBehind
        ? t('paramTemplate.changedSince', { rev: formatNumber(rev ?? 0) })
        : t(stateTexts[state])}
    </StatusBadge>
  )
}

import { type DeveloperDownload, developerDownloads } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { formatBytes } from '../../../platform/format.ts'
import { language, t } from '../../../platform/texts.ts'
import { audienceTexts, kindTexts, stateTexts, tones } from './downloadTexts.ts'

export const columns: Columns<DeveloperDownload> = [
  {
    key: 'title',
    title: 'download.name',
    width: 260,
    sortable: true,
    render: (row) => <span title={notesOf(row)}>{row.title}</span>,
  },
  { key: 'kind', title: 'download.kind', sortable: true, width: 110, words: kindTexts },
  {
    key: 'release',
    title: 'download.release',
    sortable: true,
    width: 110,
    render: ({ release, hasNewer }) => (
      <>
        <Ltr>{release}</Ltr>
        {hasNewer && (
          <>
            {' '}
            <span title={t('download.newer')}>
              <StatusBadge tone="neutral">{t('download.old')}</StatusBadge>
            </span>
          </>
        )}
      </>
    ),
  },
  {
    key: 'state',
    title: 'download.state',
    sortable: true,
    width: 120,
    words: stateTexts,
    render: ({ state }) => <StatusBadge tone={tones[state]}>{t(stateTexts[state])}</StatusBadge>,
  },
  { key: 'audience', title: 'download.audience', sortable: true, width: 120, words: audienceTexts },
  {
    key: 'vendors',
    title: 'download.vendors',
    file: [],
    render: ({ vendors }) => (
      <Words>
        {vendors.length === 0
          ? t('download.allVendors')
          : vendors.map(({ name }) => name).join(', ')}
      </Words>
    ),
  },
  {
    key: 'bytes',
    title: 'download.bytes',
    sortable: true,
    width: 90,
    align: 'end',
    render: ({ bytes }) => formatBytes(bytes),
  },
  {
    key: 'sha256',
    title: 'upload.sha256',
    width: 120,
    render: ({ sha256 }) => (
      <span title={sha256}>
        <Ltr>{sha256.slice(0, 12)}…</Ltr>
      </span>
    ),
  },
  {
    key: 'downloads',
    title: 'download.downloads',
    sortable: true,
    width: 100,
    align: 'end',
  },
  {
    key: 'publishAt',
    title: 'download.publishAt',
    sortable: true,
    holds: 'moment',
    render: ({ publishAt }) => <Time at={publishAt} />,
  },
  {
    key: 'lastTakenAt',
    title: 'download.lastTakenAt',
    sortable: true,
    holds: 'moment',
    render: ({ lastTakenAt }) => <Time at={lastTakenAt} />,
  },
  statusColumn(developerDownloads),
]

/** What is new in the reader's language, in English otherwise. */
const notesOf = ({ notes }: DeveloperDownload): string | undefined => notes[language] ?? notes['en']

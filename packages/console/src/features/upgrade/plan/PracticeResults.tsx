import { type Plan, planPractices, type PracticeResult } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatDateTime, formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { codeText, stateKeys } from '../../device/index.ts'
import { outcomeTexts } from './planTexts.ts'
import { pageSize, Turn } from './Turn.tsx'

/** What became of each copied terminal; those that did not succeed come first. */
export function PracticeResults({ plan }: { readonly plan: Plan }) {
  const [pageNum, setPage] = useState(1)
  const asked = { params: { id: plan.id }, query: { pageNum, pageSize } }
  const results = useQuery(query(planPractices.results, asked))
  return (
    <section aria-label={t('practice.results')}>
      <h3>
        {t('practice.results')} <StatusBadge tone="waiting">{t('practice.mark')}</StatusBadge>
      </h3>
      <Loaded query={results} permission={planPractices.results.permission}>
        {({ list, total }) => (
          <>
            <PlainTable
              label={t('practice.results')}
              size="small"
              titles={[
                t('device.sn'),
                t('device.model'),
                t('plan.organization'),
                t('practice.wave'),
                t('practice.result'),
                t('practice.toldAt'),
                t('plan.endedAt'),
              ]}
              rows={list.map((row) => ({ key: row.id, cells: cellsOf(row) }))}
            />
            <Turn pageNum={pageNum} total={total} setPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const isOutcome = (told: string | null): told is keyof typeof outcomeTexts =>
  told !== null && told in outcomeTexts

const cellsOf = (row: PracticeResult) => [
  <Ltr key="sn">{row.sn}</Ltr>,
  <bdi key="model">{row.modelName}</bdi>,
  <bdi key="org">{row.orgName}</bdi>,
  formatNumber(row.wave),
  wordsOf(row),
  row.toldAt === null ? nothing : formatDateTime(row.toldAt),
  row.endedAt === null ? nothing : formatDateTime(row.endedAt),
]

function wordsOf({ state, code, outcome }: PracticeResult): string {
  if (isOutcome(outcome)) return t(outcomeTexts[outcome])
  const why = code === null ? null : (codeText(code) ?? code)
  return why === null ? t(stateKeys[state]) : `${t(stateKeys[state])}: ${why}`
}

import {
  type PlanFigure,
  type PlanTerminal,
  plans,
  type TerminalWait,
  unreached,
} from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatDateTime, formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { SmallButton } from '../../../ui/table/cells.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { DeviceLink, codeText, stateKeys } from '../../device/index.ts'
import upgradeClasses from '../upgrade.module.css'
import classes from './plan.module.css'
import { heldTexts, outcomeTexts } from './planTexts.ts'
import { pageSize, Turn } from './Turn.tsx'
import { useResultsAddress } from './useResultsAddress.ts'

/** Which terminals of a plan are meant. */
export interface ShownTerminals {
  readonly wave: number
  readonly figure?: PlanFigure
  readonly waitsFor?: TerminalWait
}
export type ShowTerminals = (which: ShownTerminals) => void

interface PlanTerminalsProps {
  readonly id: string
  readonly which: ShownTerminals
  readonly close: () => void
}

/** The terminals that a figure of a plan counts. */
export function PlanTerminals({ id, which, close }: PlanTerminalsProps) {
  const [pageNum, setPage] = useState(1)
  const { wave, figure, waitsFor } = which
  const results = useResultsAddress()(id, wave)
  const asked = { wave: String(wave), ...(figure && { figure }), ...(waitsFor && { waitsFor }) }
  const found = useQuery({
    ...query(plans.terminals, {
      params: { id },
      query: { ...asked, pageNum: String(pageNum), pageSize: String(pageSize) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label={t('plan.terminals')}>
      <Loaded query={found} permission={plans.terminals.permission}>
        {({ list, total, capped }) => (
          <>
            <h3 className={classes.acts}>
              {t(capped ? 'plan.terminalsOfWaveMore' : 'plan.terminalsOfWave', {
                wave: formatNumber(wave),
                what: whatOf(which),
                count: formatNumber(total),
              })}
              {results !== null && (
                <a className={upgradeClasses.link} href={`#${results}`}>
                  {t('plan.results')}
                </a>
              )}
              <SmallButton onClick={close}>{t('plan.closeList')}</SmallButton>
            </h3>
            <PlainTable
              label={t('plan.terminals')}
              size="small"
              titles={titles.map((title) => t(title))}
              rows={list.map((row) => ({ key: row.id, cells: cellsOf(row) }))}
            />
            <Turn pageNum={pageNum} total={total} setPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const titles = [
  'device.sn',
  'device.model',
  'plan.organization',
  'plan.progress',
  'practice.result',
  'plan.waitsFor',
] as const

function whatOf({ figure, waitsFor }: ShownTerminals): string {
  if (waitsFor) return t(heldTexts[waitsFor])
  return t(figure ? `plan.${figure}` : 'plan.everyTerminal')
}

const cellsOf = ({ id, sn, modelName, orgName, figure, ...row }: PlanTerminal) => [
  <DeviceLink key="sn" id={id} sn={sn} tab="tasks" />,
  <bdi key="model">{modelName}</bdi>,
  <bdi key="org">{orgName}</bdi>,
  t(`plan.${figure}`),
  resultOf(row),
  waitText(row),
]

function resultOf({ state, code, outcome }: Pick<PlanTerminal, 'state' | 'code' | 'outcome'>) {
  if (outcome === unreached) return t('plan.outcome.UNREACHED')
  if (outcome !== null && outcome !== 'EXCLUDED') return t(outcomeTexts[outcome])
  if (state === null) return nothing
  const says = t(stateKeys[state])
  return code === null ? says : `${says}: ${codeText(code) ?? code}`
}

function waitText(row: Pick<PlanTerminal, 'waitsFor' | 'waitsUntil' | 'waitsReason'>): string {
  const { waitsFor, waitsUntil, waitsReason } = row
  if (waitsFor === null) return nothing
  const why = t(heldTexts[waitsFor])
  const more = [waitsReason, waitsUntil && formatDateTime(waitsUntil)].filter(Boolean)
  return more.length === 0 ? why : `${why} (${more.join(', ')})`
}

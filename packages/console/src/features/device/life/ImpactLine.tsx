import { deviceLife, type ManyEvent, type MoveImpact } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../../platform/answers.ts'
import { call } from '../../../kit/call.ts'
import { csvOf } from '../../../kit/download/csvOf.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Text } from '../../../ui/controls.ts'
import { lifecycleTexts } from '../facts/deviceTexts.ts'
import type { Chosen } from './useLifeDialog.ts'

interface ImpactLineProps {
  readonly event: ManyEvent
  readonly which: Chosen['which']
  /** Of a move: where they would go, as soon as that is chosen. */
  readonly toOrgId?: string | undefined
  readonly children: (impact: MoveImpact) => React.ReactNode
}

const named = (which: Chosen['which']) =>
  'matching' in which ? { matching: which.matching } : { ids: which.ids }

/** What is asked of a move before it is made. */
export const impactAsked = (event: ManyEvent, which: Chosen['which'], toOrgId?: string) => ({
  params: { event },
  body: { ...named(which), ...(toOrgId && { toOrgId }) },
})

/** How many terminals a move changes and why the others stay, before anything is changed. */
export function ImpactLine({ event, which, toOrgId, children }: ImpactLineProps) {
  const asked = impactAsked(event, which, toOrgId)
  // What is typed below stays while it is counted anew.
  const kept = { staleTime: 0, placeholderData: keepPreviousData }
  const impact = useQuery({ ...query(deviceLife.impact, asked), ...kept })
  const [known, setKnown] = useState(impact.data)
  // Also where it cannot be counted anew.
  if (impact.data && impact.data !== known) setKnown(impact.data)
  const save = async () => {
    const body = { ...asked.body, withRows: true }
    const answer = await outcomeOf(call(deviceLife.impact, { ...asked, body }))
    if ('reply' in answer) saveSheet(answer.reply)
  }
  return (
    <>
      <Loaded query={impact} permission={deviceLife.impact.permission}>
        {(data) => (
          <>
            <Counts {...data} />
            <Button variant="default" size="xs" mt="xs" mb="sm" onClick={() => void save()}>
              {t('life.impactSheet')}
            </Button>
          </>
        )}
      </Loaded>
      {known && children(known)}
    </>
  )
}

function Counts({ total, may, there, kept }: MoveImpact) {
  return (
    <>
      <Text size="sm" fw={600}>
        {may + there === 0 ? t('life.impactNone') : t('life.impact', { may, total })}
      </Text>
      {there > 0 && <Text size="sm">{t('life.impactThere', { count: there })}</Text>}
      {kept.map(({ lifecycle, count }) => (
        <Text size="sm" key={lifecycle}>
          {t('life.impactKept', { count, state: t(lifecycleTexts[lifecycle]) })}
        </Text>
      ))}
    </>
  )
}

function saveSheet({ rows = [] }: MoveImpact): void {
  const columns = [
    t('device.sn'),
    t('device.name'),
    t('device.organization'),
    t('device.lifecycle'),
    t('life.sheet.may'),
  ]
  const lines = rows.map(({ sn, name, orgName, lifecycle, may }) => [
    sn,
    name,
    orgName,
    t(lifecycleTexts[lifecycle]),
    t(may ? 'life.sheet.yes' : 'life.sheet.no'),
  ])
  const content = new Blob([csvOf({ columns, rows: lines })], { type: 'text/csv' })
  saveFile({ name: 'impact.csv', content })
}

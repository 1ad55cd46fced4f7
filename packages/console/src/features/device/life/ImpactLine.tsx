import { deviceLife, type ManyEvent, type MoveImpact } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
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
  readonly children: (impact: MoveImpact) => React.ReactNode
}

const named = (which: Chosen['which']) =>
  'matching' in which ? { matching: which.matching } : { ids: which.ids }

/** How many terminals a move changes and why the others stay, before anything is changed. */
export function ImpactLine({ event, which, children }: ImpactLineProps) {
  const asked = { params: { event }, body: named(which) }
  const impact = useQuery({ ...query(deviceLife.impact, asked), staleTime: 0 })
  const save = async () => {
    const body = { ...asked.body, withRows: true }
    const answer = await outcomeOf(call(deviceLife.impact, { ...asked, body }))
    if ('reply' in answer) saveSheet(answer.reply)
  }
  return (
    <Loaded query={impact} permission={deviceLife.impact.permission}>
      {(data) => (
        <>
          <Text size="sm" fw={600}>
            {data.may === 0
              ? t('life.impactNone')
              : t('life.impact', { may: data.may, total: data.total })}
          </Text>
          {data.kept.map(({ lifecycle, count }) => (
            <Text size="sm" key={lifecycle}>
              {t('life.impactKept', { count, state: t(lifecycleTexts[lifecycle]) })}
            </Text>
          ))}
          <Button variant="default" size="xs" mt="xs" mb="sm" onClick={() => void save()}>
            {t('life.impactSheet')}
          </Button>
          {children(data)}
        </>
      )}
    </Loaded>
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

import { type InputOf, type MatrixImpact, vendorFeatures } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { saveSheet } from '../../../kit/download/saveSheet.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'

type Wish = Omit<InputOf<typeof vendorFeatures.impact>['body'], 'withRows'>

/** Says how many terminals gain or lose a feature before a matrix says so. */
export async function confirmMatrix(wish: Wish): Promise<boolean> {
  return sureOf((withRows) =>
    outcomeOf(call(vendorFeatures.impact, { body: { ...wish, withRows } })),
  )
}

/** Says the same before rows are switched, taken away or brought back. */
export async function confirmRows(ids: readonly string[], holds: boolean): Promise<boolean> {
  return sureOf((withRows) =>
    outcomeOf(call(vendorFeatures.rowsImpact, { body: { ids: [...ids], holds, withRows } })),
  )
}

/** Says the same of all rows that the list shows. */
export async function confirmMatching(
  matching: Readonly<Record<string, unknown>>,
  holds: boolean,
): Promise<boolean> {
  return sureOf((withRows) =>
    outcomeOf(call(vendorFeatures.rowsImpact, { body: { matching, holds, withRows } })),
  )
}

type Copy = Omit<InputOf<typeof vendorFeatures.copyImpact>['body'], 'withRows'>

/** Says the same before a matrix is copied. */
export async function confirmCopy(copy: Copy): Promise<boolean> {
  return sureOf((withRows) =>
    outcomeOf(call(vendorFeatures.copyImpact, { body: { ...copy, withRows } })),
  )
}

async function sureOf(
  ask: (withRows: boolean) => ReturnType<typeof outcomeOf<MatrixImpact>>,
): Promise<boolean> {
  const asked = await ask(false)
  if ('error' in asked) return false
  const { gaining, losing } = asked.reply
  if (gaining + losing === 0) return true
  const save = async () => {
    const answer = await ask(true)
    if ('reply' in answer) saveRows(answer.reply)
  }
  return confirm({
    title: t('vendorFeature.impactTitle'),
    text: t('vendorFeature.impact', { gaining, losing }),
    agree: t('kit.save'),
    kind: losing > 0 ? 'dangerous' : 'ordinary',
    count: gaining + losing,
    list: { label: t('life.impactSheet'), save: () => void save() },
  })
}

function saveRows({ rows = [] }: MatrixImpact): void {
  const columns = [
    t('device.sn'),
    t('device.name'),
    t('device.organization'),
    t('vendorFeature.model'),
    t('vendorFeature.change'),
  ]
  const lines = rows.map(({ sn, name, orgName, modelName, gains }) => [
    sn,
    name,
    orgName,
    modelName,
    t(gains ? 'vendorFeature.gains' : 'vendorFeature.loses'),
  ])
  saveSheet('features.csv', columns, lines)
}

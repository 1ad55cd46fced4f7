import { type Apply, applies, type ApplyImpact, isInPlace } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { saveSheet } from '../../../kit/download/saveSheet.ts'
import { can } from '../../../kit/session.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { lifecycleTexts } from '../facts/deviceTexts.ts'
import { faultTexts, keepSentences, sureTexts } from './applyTexts.ts'

/** Says what becomes of the terminals of a request before it is approved or tried again. */
export async function confirmApproval(request: Apply, title: string): Promise<boolean> {
  const { id, kind, keep, moved, quantity } = request
  const hazard = isInPlace(kind) || keep === 'WIPE' ? 'dangerous' : 'ordinary'
  const question = { title, agree: title, kind: hazard } as const
  if (!can(applies.impact.permission)) {
    const text = textOf(request, { may: quantity - moved, kept: [] })
    return confirm({ ...question, text, count: quantity - moved })
  }
  const ask = (withRows: boolean) =>
    outcomeOf(call(applies.impact, { params: { id }, body: { withRows } }))
  const asked = await ask(false)
  if ('error' in asked) return false
  const save = async () => {
    const answer = await ask(true)
    if ('reply' in answer) saveRows(answer.reply)
  }
  const list = { label: t('life.impactSheet'), save: () => void save() }
  return confirm({
    ...question,
    text: textOf(request, asked.reply),
    count: asked.reply.may,
    // Those of stock are chosen by the approval.
    ...(kind === 'STOCK' ? {} : { list }),
  })
}

function textOf(request: Apply, { may, kept }: Pick<ApplyImpact, 'may' | 'kept'>): string {
  const { applyNo: no, kind, keep, toOrgName: to, stationName } = request
  return [
    t(sureTexts[kind], { no, to, count: may }),
    stationName === null ? '' : t('apply.stationSure', { station: stationName }),
    keep === 'KEEP' ? '' : t(keepSentences[keep]),
    ...kept.map(({ fault, count }) => t('apply.keptBack', { count, why: t(faultTexts[fault]) })),
  ]
    .filter(Boolean)
    .join(' ')
}

function saveRows({ rows = [] }: ApplyImpact): void {
  const columns = [t('device.sn'), t('device.lifecycle'), t('life.sheet.may'), t('apply.whyNot')]
  const lines = rows.map(({ sn, lifecycle, fault }) => [
    sn,
    lifecycle ? t(lifecycleTexts[lifecycle]) : '',
    t(fault ? 'life.sheet.no' : 'life.sheet.yes'),
    fault ? t(faultTexts[fault]) : '',
  ])
  saveSheet('impact.csv', columns, lines)
}

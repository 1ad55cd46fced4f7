import { groups, organizations } from '@muster/contract'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { ChoiceField, type FieldHold } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import { FilterField, filterIn } from '../../device/filter/index.ts'
import { membersIn } from './memberHold.ts'
import classes from './plan.module.css'

const ways = ['orgId', 'groupId', 'sns', 'filter'] as const
type Way = (typeof ways)[number]

const empty: Readonly<Record<Way, unknown>> = { orgId: '', groupId: '', sns: [], filter: null }

/** One a line, or several with commas or spaces between them. */
export const serialsIn = (lines: unknown): string[] =>
  (Array.isArray(lines) ? lines : [])
    .flatMap((line) =>
      String(line)
        .toUpperCase()
        .split(/[\s,;،]+/),
    )
    .filter((sn) => sn !== '')

/** Which terminals are meant, in one of the ways. */
export function TargetsField(hold: FieldHold) {
  const said = membersIn(hold.value)
  // Those that were ticked in the list of terminals stay a way as long as they are meant.
  const isTicked = Array.isArray(said['ids'])
  const way = isTicked ? 'ids' : (ways.find((one) => one in said) ?? 'orgId')
  const part = {
    ...hold,
    name: `targets.${way}`,
    label: t(`push.way.${way}`),
    value: said[way] ?? '',
    onChange: (value: unknown) => hold.onChange({ [way]: value }),
  }
  return (
    <>
      <ChoiceField
        {...hold}
        error={undefined}
        value={way}
        onChange={(next) => {
          const chosen = ways.find((one) => one === next) ?? 'orgId'
          hold.onChange({ [chosen]: empty[chosen] })
        }}
        options={Object.fromEntries(
          [...ways, ...(isTicked ? (['ids'] as const) : [])].map((one) => [
            one,
            t(`push.way.${one}`),
          ]),
        )}
      />
      {way === 'orgId' && <RecordField {...part} of={organizations} />}
      {way === 'groupId' && <RecordField {...part} of={groups} />}
      {way === 'ids' && (
        <p className={classes.hint}>{t('push.chosen', { count: countIn(said['ids']) })}</p>
      )}
      {way === 'sns' && <Serials {...part} />}
      {way === 'filter' && (
        <div className={classes.wide}>
          <FilterField {...part} onChange={(value) => part.onChange(filterIn(value) ?? value)} />
        </div>
      )}
    </>
  )
}

const countIn = (ids: unknown): number => (Array.isArray(ids) ? ids.length : 0)

function Serials(part: FieldHold) {
  const count = serialsIn(part.value).length
  const hint = count === 0 ? t('push.snsNone') : t('push.snsHint', { count: formatNumber(count) })
  return (
    <LinesField
      {...part}
      hint={hint}
      onBlur={() => {
        part.onChange(serialsIn(part.value))
        part.onBlur()
      }}
    />
  )
}

import type { PushPreview } from '@muster/contract'
import { Fragment, useState } from 'react'
import { Ltr } from '../../../kit/page/values.tsx'
import { formatAll, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { CheckField, NumberField } from '../../../ui/form/fields.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { codeText } from '../../device/index.ts'
import classes from './form.module.css'
import type { Checked, PushFormHold } from './usePushForm.ts'

/** From so many terminals on, their number is typed before the task is given. */
const typedFrom = 100

interface PrecheckProps {
  readonly form: PushFormHold
  readonly checked: Checked
}

/** Whom a task would reach and by whom it would pass; it is given from here. */
export function Precheck({ form, checked }: PrecheckProps) {
  const { given, total, leftOut, next, unknown, needsApproval, capped } = checked.preview
  const [typed, setTyped] = useState<unknown>('')
  const [isAgreed, setAgreed] = useState(unknown.count === 0)
  // Nobody has counted how many: he types what there is at least.
  const many = capped ? total : given
  const isTyped = many < typedFrom || typed === many
  return (
    <section className={classes.form} aria-label={t('push.precheck')}>
      <p className={classes.given} role="status">
        {t(capped ? 'push.reachesMore' : 'push.reaches', {
          given: formatNumber(given),
          total: formatNumber(total),
        })}
      </p>
      {unknown.count > 0 && (
        <Callout title={t('push.unknown', { count: unknown.count })}>
          <Ltr>{formatAll(unknown.examples)}</Ltr>
          <CheckField
            name="agreed"
            label={t('push.goOnWithout')}
            value={isAgreed}
            onChange={(value) => setAgreed(value === true)}
            onBlur={() => undefined}
            error={undefined}
            required
          />
        </Callout>
      )}
      {leftOut.length > 0 && <LeftOut leftOut={leftOut} />}
      {next.map((one, nth) => (
        <Fragment key={`${nth} ${one.title}`}>
          <p className={classes.given}>
            {t('push.thenReaches', { title: one.title, given: formatNumber(one.given) })}
          </p>
          {one.leftOut.length > 0 && <LeftOut leftOut={one.leftOut} />}
        </Fragment>
      ))}
      {needsApproval && (
        <Callout title={t('push.needsApproval')}>{t('push.needsApprovalHint')}</Callout>
      )}
      {many === 0 && <Callout title={t('push.reachesNone')}>{t('push.reachesNoneHint')}</Callout>}
      {many >= typedFrom && (
        <NumberField
          name="typed"
          label={t('push.typeCount', { number: formatNumber(many) })}
          value={typed}
          onChange={setTyped}
          onBlur={() => undefined}
          error={undefined}
          required
        />
      )}
      <div className={classes.footer}>
        <Button variant="default" onClick={form.back}>
          {t('push.change')}
        </Button>
        <Button
          disabled={!isTyped || !isAgreed || many === 0}
          loading={form.isGiving}
          onClick={() => void form.give(checked)}
        >
          {t(form.edits ? 'push.editFor' : 'push.give', { count: many })}
        </Button>
      </div>
    </section>
  )
}

function LeftOut({ leftOut }: Pick<PushPreview, 'leftOut'>) {
  return (
    <PlainTable
      label={t('push.leftOut')}
      size="small"
      titles={[t('push.leftOut'), t('push.why'), t('push.examples')]}
      rows={leftOut.map(({ code, count, examples }) => ({
        key: code,
        cells: [
          formatNumber(count),
          codeText(code) ?? code,
          <Ltr key="examples">{formatAll(examples)}</Ltr>,
        ],
      }))}
    />
  )
}

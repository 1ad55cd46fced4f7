import { type EffectiveParam, effectiveParams } from '@muster/contract'
import { useState } from 'react'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, Time, Words } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { Value } from '../assignment/Differences.tsx'
import { ParamName } from '../assignment/ParamName.tsx'
import { paramPath } from '../assignment/paramPath.ts'
import { sourceTexts } from '../assignment/paramTexts.ts'
import classes from './terminal.module.css'
import { type Place, useEffective } from './useEffective.ts'

interface EffectiveProps {
  readonly of: Place
  /** Empty: now. */
  readonly at: string
}

/** Every value with where it comes from, and who put it there when and why. */
export function Effective({ of, at }: EffectiveProps) {
  const found = useEffective(of, at)
  return (
    <Loaded query={found} permission={effectiveParams.effective.permission}>
      {({ held }) =>
        held ? (
          <Values values={held.values} />
        ) : (
          <p className={classes.quiet}>{t('param.nothingThen')}</p>
        )
      }
    </Loaded>
  )
}

/** More rows than anybody reads; words find the others. */
const mostRows = 200

function Values({ values }: { readonly values: readonly EffectiveParam[] }) {
  const [typed, setTyped] = useState('')
  const words = typed.trim().toLowerCase()
  const sought = values.filter(({ pid, label, value }) =>
    `${label ?? ''} ${pid} ${value ?? ''}`.toLowerCase().includes(words),
  )
  return (
    <>
      {values.length > 10 && (
        <TextInput
          type="search"
          className={classes.search ?? ''}
          aria-label={t('param.searchValues')}
          placeholder={t('param.searchValues')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <PlainTable
        label={t('param.effective')}
        titles={[t('param.pid'), t('param.value'), t('param.sourceTitle'), t('param.cause')]}
        rows={sought.slice(0, mostRows).map((one) => ({
          key: one.pid,
          cells: [
            <ParamName key="pid" {...one} />,
            <Shown key="value" {...one} />,
            <Source key="source" {...one} />,
            <Cause key="cause" {...one} />,
          ],
        }))}
      />
      {sought.length > mostRows && (
        <p className={classes.quiet}>
          {t('param.moreValues', { count: formatNumber(sought.length - mostRows) })}
        </p>
      )}
    </>
  )
}

/** As it is delivered; below it how it was written, where variables are in it. */
function Shown({ value, written, isSecret }: EffectiveParam) {
  if (isSecret) return <span className={classes.quiet}>{t('paramForm.secretSet')}</span>
  return (
    <>
      <Value text={value} />
      {written !== null && (
        <small className={classes.below}>
          <Ltr>{written}</Ltr>
        </small>
      )}
    </>
  )
}

function Source({ source, assignmentId, assignmentName }: EffectiveParam) {
  return (
    <>
      {t(sourceTexts[source])}
      {assignmentName !== null && (
        <small className={classes.below}>
          {assignmentId !== null ? (
            <a href={`#${paramPath(assignmentId)}`}>
              <bdi>{assignmentName}</bdi>
            </a>
          ) : (
            <bdi>{assignmentName}</bdi>
          )}
        </small>
      )}
    </>
  )
}

function Cause({ since, by, note }: EffectiveParam) {
  return (
    <>
      <Time at={since} />
      {by !== null && (
        <>
          {' · '}
          <bdi>{by}</bdi>
        </>
      )}
      {note !== null && (
        <small className={classes.below}>
          <Words>{note}</Words>
        </small>
      )}
    </>
  )
}

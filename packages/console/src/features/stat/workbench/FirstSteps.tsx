import { FleetLine } from '../../../kit/copy/FleetLine.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import classes from './firstSteps.module.css'
import { useFirstSteps } from './useFirstSteps.ts'

/** An empty product says what to do first, or what will show here; what is done is ticked. */
export function FirstSteps() {
  const steps = useFirstSteps()
  const next = steps.findIndex(({ isDone }) => !isDone)
  if (steps.length === 0)
    return (
      <section className={classes.card} aria-labelledby="first-steps">
        <h2 id="first-steps">{t('workbench.nothingYet')}</h2>
        <p>{t('workbench.nothingYetText')}</p>
      </section>
    )
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <h2 id="first-steps">{t('workbench.first')}</h2>
      <p>{t('workbench.first.why')}</p>
      <ol>
        {steps.map(({ text, hint, href, isDone, hasFleet }, place) => (
          <li
            key={text}
            data-done={isDone || undefined}
            aria-current={place === next ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {isDone ? <Icon name="check" size={24} /> : formatNumber(place + 1)}
            </span>
            <div>
              {href ? <a href={href}>{t(text)}</a> : <span>{t(text)}</span>}
              {isDone && <small>{t('workbench.first.done')}</small>}
              <p>{t(hint)}</p>
              {hasFleet && <FleetLine />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

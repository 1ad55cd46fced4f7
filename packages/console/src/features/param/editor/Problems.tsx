import { type FormField, type Param, type ParamFault, params } from '@muster/contract'
import { Ltr } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Checkbox } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from './editor.module.css'
import type { Draft } from './useDraft.ts'

interface ProblemsProps {
  readonly draft: Draft
  readonly fields: ReadonlyMap<string, FormField>
  readonly param: Param
}

/** What stands in the way: of keeping what is typed, and of putting it in force. */
export function Problems({ draft, fields, param }: ProblemsProps) {
  const { problem, isConflict, isDirty, faults } = draft
  const mayEdit = useCan(params.draft.permission)
  const hasUndefined = [...draft.said.keys()].some((pid) => !fields.has(pid))
  return (
    <>
      {problem && (
        <Callout title={problem.message}>
          <p>{t(isConflict ? 'kit.conflictText' : 'param.notKeptText')}</p>
          <Button
            size="xs"
            variant="default"
            onClick={() => void (isConflict ? draft.takeTheirs() : draft.save())}
          >
            {t(isConflict ? 'kit.conflictTake' : 'kit.retry')}
          </Button>
        </Callout>
      )}
      {param.state === 'PENDING_APPROVAL' && (
        <p className={classes.note}>
          {t('param.changeEndsAsking', { name: param.askedByName ?? '' })}
        </p>
      )}
      {mayEdit && (hasUndefined || draft.ignoresUndefined) && (
        <Checkbox
          label={t('param.ignoreUndefined')}
          description={t('param.ignoreUndefinedHint')}
          checked={draft.ignoresUndefined}
          disabled={draft.isSaving}
          onChange={(event) => void draft.ignoreUndefined(event.currentTarget.checked)}
        />
      )}
      {/* What was wrong before the last key press may be right by now. */}
      {!isDirty && faults.length > 0 && <Faults draft={draft} fields={fields} faults={faults} />}
    </>
  )
}

interface FaultsProps extends Pick<ProblemsProps, 'draft' | 'fields'> {
  readonly faults: readonly ParamFault[]
}

/** What the server finds wrong, which has the last word. */
function Faults({ draft, fields, faults }: FaultsProps) {
  return (
    <details className={classes.faults}>
      <summary>{t('param.faults', { count: faults.length })}</summary>
      <ul>
        {faults.map(({ pids, message }) => (
          <li key={`${pids.join()} ${message}`}>
            {pids.map((pid) => (
              <span key={pid}>
                <Ltr>{pid}</Ltr>{' '}
              </span>
            ))}
            <span dir="auto">{message}</span>{' '}
            {pids
              .filter((pid) => !fields.has(pid))
              .map((pid) => (
                <Button
                  key={pid}
                  size="compact-xs"
                  variant="default"
                  aria-label={t('param.dropOf', { pid })}
                  onClick={() => draft.set(pid, undefined)}
                >
                  {t('param.drop')}
                </Button>
              ))}
          </li>
        ))}
      </ul>
    </details>
  )
}

import { builtInVariables, variables } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { useDebounced } from '../../../ui/form/useDebounced.ts'
import classes from './editor.module.css'

interface VariableDialogProps {
  /** The parameter that a variable is chosen for. */
  readonly dialog: Dialog<string>
  readonly appId: string
  /** A parameter that is a file takes variables that are files alone. */
  readonly isFile: (pid: string) => boolean
  readonly take: (pid: string, key: string) => void
}

/** Variables that may stand in a value: those that everybody has, and those that somebody set. */
export function VariableDialog({ dialog, appId, isFile, take }: VariableDialogProps) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('param.variables')}>
      {record !== null && (
        <Choice
          key={record}
          appId={appId}
          isFile={isFile(record)}
          take={(key) => take(record, key)}
        />
      )}
    </DialogFrame>
  )
}

interface ChoiceProps {
  readonly appId: string
  readonly isFile: boolean
  readonly take: (key: string) => void
}

function Choice({ appId, isFile, take }: ChoiceProps) {
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const narrowed = { ...(keyword && { keyword }), ...(isFile && { type: 'FILE' as const }) }
  const { data: page } = useQuery({
    ...query(variables.page, { query: { pageNum: 1, pageSize: 100, ...narrowed } }),
    enabled: useCan(variables.page.permission),
    placeholderData: keepPreviousData,
  })
  const isSought = (key: string) => key.toLowerCase().includes(typed.trim().toLowerCase())
  const own = (page?.list ?? []).filter((one) => one.appId === null || one.appId === appId)
  const keys = [...new Set(own.map(({ key }) => key))]
  return (
    <div className={classes.choice}>
      <p className={classes.note}>{t('param.variablesText')}</p>
      <TextInput
        type="search"
        aria-label={t('param.variableSearch')}
        placeholder={t('param.variableSearch')}
        value={typed}
        dir="ltr"
        data-autofocus=""
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {!isFile && (
        <Keys title={t('param.builtIn')} keys={builtInVariables.filter(isSought)} take={take} />
      )}
      <Keys title={t('param.ownVariables')} keys={keys} take={take} />
    </div>
  )
}

interface KeysProps {
  readonly title: string
  readonly keys: readonly string[]
  readonly take: (key: string) => void
}

function Keys({ title, keys, take }: KeysProps) {
  if (keys.length === 0) return null
  return (
    <section>
      <h3 className={classes.section}>{title}</h3>
      <ul className={classes.keys}>
        {keys.map((key) => (
          <li key={key}>
            <button type="button" onClick={() => take(key)}>
              <bdi dir="ltr">{`\${${key}}`}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

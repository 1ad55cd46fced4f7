import { type OfferedParam, paramTemplates } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Checkbox, Group, TextInput } from '../../../ui/controls.ts'
import { useDebounced } from '../../../ui/form/useDebounced.ts'
import classes from './design.module.css'
import { nameOf } from './FieldList.tsx'

interface AddParamsProps {
  readonly taken: ReadonlySet<string>
  readonly add: (params: readonly OfferedParam[]) => void
  readonly close: () => void
}

/** Parameters of the dictionary to choose from. */
export function AddParams({ taken, add, close }: AddParamsProps) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, OfferedParam>>(new Map())
  const keyword = useDebounced(words).trim()
  const offered = useQuery(query(paramTemplates.offered, { query: keyword ? { keyword } : {} }))
  const choose = (params: readonly OfferedParam[], isChosen: boolean) => {
    const next = new Map(chosen)
    for (const param of params)
      if (isChosen) next.set(param.pid, param)
      else next.delete(param.pid)
    setChosen(next)
  }
  return (
    <DialogFrame isOpen close={close} title={t('paramTemplate.addParams')} size="lg">
      <div className={classes.dialog}>
        <TextInput
          type="search"
          data-autofocus
          aria-label={t('paramTemplate.findParams')}
          placeholder={t('paramTemplate.findParams')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Loaded query={offered} permission={paramTemplates.offered.permission}>
          {(found) => (
            <Choosing
              {...found}
              taken={taken}
              chosen={chosen}
              choose={choose}
              add={add}
              close={close}
            />
          )}
        </Loaded>
      </div>
    </DialogFrame>
  )
}

interface ChoosingProps extends AddParamsProps {
  readonly list: readonly OfferedParam[]
  readonly total: number
  readonly chosen: ReadonlyMap<string, OfferedParam>
  readonly choose: (params: readonly OfferedParam[], isChosen: boolean) => void
}

/** What was found, of which those are not offered that are there already. */
function Choosing({ list, total, taken, chosen, choose, add, close }: ChoosingProps) {
  const free = list.filter(({ pid }) => !taken.has(pid))
  return (
    <>
      <div className={classes.offered}>
        {list.length === 0 && <p className={classes.quiet}>{t('paramTemplate.noneOffered')}</p>}
        {list.map((param) => (
          <Offered
            key={param.pid}
            param={param}
            isTaken={taken.has(param.pid)}
            isChosen={chosen.has(param.pid)}
            choose={(isChosen) => choose([param], isChosen)}
          />
        ))}
      </div>
      <p className={classes.quiet}>
        {t('paramTemplate.offeredOf', {
          shown: formatNumber(list.length),
          total: formatNumber(total),
        })}
      </p>
      <Group justify="space-between">
        <Button variant="default" disabled={free.length === 0} onClick={() => choose(free, true)}>
          {t('paramTemplate.chooseAll')}
        </Button>
        <Group>
          <CancelButton close={close} />
          <Button disabled={chosen.size === 0} onClick={() => add([...chosen.values()])}>
            {t('paramTemplate.addChosen', { count: chosen.size, shown: formatNumber(chosen.size) })}
          </Button>
        </Group>
      </Group>
    </>
  )
}

interface OfferedProps {
  readonly param: OfferedParam
  readonly isTaken: boolean
  readonly isChosen: boolean
  readonly choose: (isChosen: boolean) => void
}

function Offered({ param, isTaken, isChosen, choose }: OfferedProps) {
  const { pid, group, dataType } = param
  return (
    <Checkbox
      disabled={isTaken}
      checked={isTaken || isChosen}
      onChange={(event) => choose(event.currentTarget.checked)}
      label={
        <>
          {nameOf(pid, null, param)}
          <span className={classes.offeredPid}>
            <Ltr>{pid}</Ltr>
            {` · ${t(`param.type.${dataType}`)}${group ? ` · ${group}` : ''}`}
          </span>
        </>
      }
    />
  )
}

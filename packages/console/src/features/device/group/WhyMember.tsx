import {
  devices,
  type Filter,
  type Group,
  type GroupWhy,
  groups,
  type TextKey,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { FilterWords, OwnWords } from '../filter/FilterWords.tsx'
import classes from './group.module.css'

/** Why a terminal is a member of a dynamic group, or why it is none: each bound and each part of the rule. */
export function WhyMember({ group }: { readonly group: Group }) {
  const [deviceId, setDeviceId] = useState<string | null>(null)
  return (
    <div className={classes.why}>
      <p className={classes.muted}>{t('group.whyHint')}</p>
      <RecordPicker
        of={devices}
        label={t('group.whyTerminal')}
        value={deviceId}
        onChange={setDeviceId}
      />
      {deviceId && <Answer groupId={group.id} deviceId={deviceId} />}
    </div>
  )
}

function Answer({ groupId, deviceId }: { readonly groupId: string; readonly deviceId: string }) {
  const { active } = usePage()
  const found = useQuery({
    ...query(groups.why, { params: { id: groupId }, query: { deviceId } }),
    subscribed: active,
  })
  return (
    <Loaded query={found} permission={groups.why.permission}>
      {(why) => (
        <>
          <p role="status">{verdictOf(why)}</p>
          <h3 className={classes.whyTitle}>{t('group.whyBounds')}</h3>
          <ul className={classes.whyParts}>
            {why.gates.map(({ gate, passes }) => (
              <Part key={gate} holds={passes} depth={0}>
                {t(gateTexts[gate])}
              </Part>
            ))}
          </ul>
          <h3 className={classes.whyTitle}>{t('group.rule')}</h3>
          <ul className={classes.whyParts}>
            {why.parts.map(({ depth, join, filter, holds, own }, place) => (
              // A filter's parts have no names, and stay in their order.
              <Part key={place} holds={holds} depth={depth}>
                {join !== null && t(joinTexts[join])}
                {filter && <FilterWords filter={filter} />}
                {filter && own && <Own filter={filter} values={own} />}
              </Part>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  )
}

interface OwnProps {
  readonly filter: Filter
  readonly values: readonly string[]
}

/** Beside a condition: what the terminal itself has. */
function Own({ filter, values }: OwnProps) {
  const condition = 'not' in filter ? filter.not : filter
  if (!('field' in condition)) return null
  return (
    <span className={classes.muted}>
      {' '}
      <OwnWords field={condition.field} values={values} />
    </span>
  )
}

const gateTexts: Readonly<Record<GroupWhy['gates'][number]['gate'], TextKey>> = {
  PLACE: 'group.gate.PLACE',
  MODEL: 'group.gate.MODEL',
  EXCLUSION: 'group.gate.EXCLUSION',
  STATE: 'group.gate.STATE',
  ROOM: 'group.gate.ROOM',
}

const joinTexts = {
  all: 'group.join.all',
  any: 'group.join.any',
  none: 'group.join.none',
  notAll: 'group.join.notAll',
} as const satisfies Readonly<Record<string, TextKey>>

/** In one sentence; what has changed just now is followed within seconds. */
function verdictOf({ sn, since, gates, parts }: GroupWhy): string {
  const belongs = parts[0]?.holds === true && gates.every(({ passes }) => passes)
  if (since !== null)
    return t(belongs ? 'group.whyMember' : 'group.whyLeaves', { sn, at: formatDateTime(since) })
  return t(belongs ? 'group.whyJoins' : 'group.whyNot', { sn })
}

interface PartProps {
  readonly holds: boolean
  readonly depth: number
  readonly children: ReactNode
}

function Part({ holds, depth, children }: PartProps) {
  return (
    <li style={{ marginInlineStart: `${depth * 20}px` }}>
      <StatusBadge tone={holds ? 'good' : 'bad'}>
        {t(holds ? 'group.part.holds' : 'group.part.fails')}
      </StatusBadge>{' '}
      {children}
    </li>
  )
}

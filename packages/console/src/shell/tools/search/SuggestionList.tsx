import { useEffect, useRef } from 'react'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { MenuIcon } from '../../../ui/MenuIcon.tsx'
import styles from './SearchDialog.module.css'
import type { Suggestion } from './suggestions.ts'

interface Props {
  readonly list: readonly Suggestion[]
  readonly marked: number
  readonly choose: (one: Suggestion) => void
}

/** The suggestions, group by group; the focus stays in the line above. */
export function SuggestionList({ list, marked, choose }: Props) {
  return (
    <div
      id="suggestions"
      className={styles['list']}
      role="listbox"
      aria-label={t('tools.suggestions')}
    >
      {list.map((one, index) => (
        <Line
          key={`${one.group} ${one.id}`}
          one={one}
          index={index}
          isMarked={index === marked}
          isFirst={list[index - 1]?.group !== one.group}
          choose={choose}
        />
      ))}
    </div>
  )
}

interface LineProps {
  readonly one: Suggestion
  readonly index: number
  readonly isMarked: boolean
  readonly isFirst: boolean
  readonly choose: (one: Suggestion) => void
}

function Line({ one, index, isMarked, isFirst, choose }: LineProps) {
  const line = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isMarked) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    <>
      {isFirst && (
        <p className={styles['group']} role="presentation">
          {t(`tools.group.${one.group}`)}
        </p>
      )}
      <button
        ref={line}
        type="button"
        tabIndex={-1}
        id={`suggestion-${index}`}
        className={styles['option']}
        role="option"
        aria-selected={isMarked}
        onClick={() => choose(one)}
      >
        {one.menuIcon ? <MenuIcon name={one.menuIcon} /> : <Icon name={one.icon} size={16} />}
        <bdi className={styles['text']}>{one.text}</bdi>
        <bdi className={styles['detail']}>{one.detail}</bdi>
        <small className={styles['kind']}>{t(`tools.kind.${one.kind}`)}</small>
      </button>
    </>
  )
}

import { NativeSelect, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { asciiDigits, shownDigits } from '../form/digits.ts'
import { pageSteps } from './pageSteps.ts'
import { isCards } from './rowHeight.ts'
import classes from './table.module.css'

const pageSizes = [10, 20, 50, 100] as const

export interface PagerTexts {
  readonly label: string
  readonly total: string
  readonly perPage: string
  readonly pageSize: string
  readonly goTo: string
  readonly previous: string
  readonly next: string
  readonly number: (value: number) => string
}

interface PagerProps {
  readonly page: number
  readonly pageSize: number
  readonly pageCount: number
  /** More pages follow than are counted. */
  readonly isOpenEnded: boolean
  readonly onPage: (page: number) => void
  readonly onPageSize: (size: number) => void
  readonly texts: PagerTexts
}

/** Total, pages, page size and "go to" of a list. */
export function Pager(props: PagerProps) {
  const { page, pageCount, texts } = props
  const isLast = page >= pageCount && !props.isOpenEnded
  return (
    <nav className={classes.pager} aria-label={texts.label}>
      <bdi>{texts.total}</bdi>
      <ul className={classes.pages}>
        <li>
          <Step
            label={texts.previous}
            path="M7 1 3 5l4 4"
            to={page > 1 ? page - 1 : null}
            onPage={props.onPage}
          />
        </li>
        {pageSteps(page, pageCount, isCards()).map((step) => (
          <li key={step.key}>
            {step.page === null ? '…' : <PageButton {...props} to={step.page} />}
          </li>
        ))}
        <li>
          <Step
            label={texts.next}
            path="m3 1 4 4-4 4"
            to={isLast ? null : page + 1}
            onPage={props.onPage}
          />
        </li>
      </ul>
      <NativeSelect
        size="xs"
        dir="ltr"
        aria-label={texts.pageSize}
        value={String(props.pageSize)}
        data={pageSizes.map((size) => ({
          value: String(size),
          label: `${texts.number(size)} ${texts.perPage}`,
        }))}
        onChange={(event) => props.onPageSize(Number(event.currentTarget.value))}
      />
      <GoTo {...props} />
    </nav>
  )
}

function PageButton(props: PagerProps & { readonly to: number }) {
  return (
    <button
      type="button"
      className={classes.page}
      aria-current={props.to === props.page ? 'page' : undefined}
      onClick={() => props.onPage(props.to)}
    >
      {props.texts.number(props.to)}
    </button>
  )
}

interface StepProps {
  readonly label: string
  readonly path: string
  readonly to: number | null
  readonly onPage: (page: number) => void
}

function Step({ label, path, to, onPage }: StepProps) {
  return (
    <button
      type="button"
      className={classes.page}
      aria-label={label}
      disabled={to === null}
      onClick={() => to !== null && onPage(to)}
    >
      <svg className={classes.step} viewBox="0 0 10 10" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}

function GoTo({ pageCount, isOpenEnded, onPage, texts }: PagerProps) {
  const [typed, setTyped] = useState('')
  const go = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    const wanted = Number(typed)
    if (!Number.isInteger(wanted) || wanted < 1) return
    onPage(isOpenEnded ? wanted : Math.min(wanted, Math.max(pageCount, 1)))
    setTyped('')
  }
  return (
    <label className={classes.goTo}>
      {texts.goTo}
      <TextInput
        size="xs"
        inputMode="numeric"
        value={shownDigits(typed)}
        onChange={(event) => setTyped(asciiDigits(event.currentTarget.value))}
        onKeyDown={go}
      />
    </label>
  )
}

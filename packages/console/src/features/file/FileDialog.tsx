import type { FileTask } from '@muster/contract'
import type { ReactNode } from 'react'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { Ltr, Time } from '../../kit/page/values.tsx'
import { Facts } from '../../kit/page/Facts.tsx'
import { addressText } from '../../platform/address.ts'
import { formatBytes, formatNumber } from '../../platform/format.ts'
import { nameText, t } from '../../platform/texts.ts'
import { usePages } from '../stat/workbench/index.ts'
import classes from './file.module.css'
import { FileState, kindTexts } from './fileColumns.tsx'

/** One file: what it was filtered by, and why it failed. */
export function FileDialog({ dialog }: { readonly dialog: Dialog<FileTask> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame title={record?.name ?? ''} isOpen={isOpen} close={close} size="lg">
      {record && <FileFacts file={record} />}
      {record?.kind === 'EXPORT' && <Filter file={record} close={close} />}
    </DialogFrame>
  )
}

function FileFacts({ file }: { readonly file: FileTask }) {
  const { kind, rows, bytes, message } = file
  return (
    <>
      {message && (
        <p role="alert" className={classes.problem}>
          {t('file.error')}: {nameText(message)}
        </p>
      )}
      <Facts apart>
        <Fact name={t('file.state')}>
          <FileState file={file} />
        </Fact>
        <Fact name={t('file.kind')}>{t(kindTexts[kind])}</Fact>
        <Fact name={t('file.rows')}>{formatNumber(rows)}</Fact>
        <Fact name={t('file.size')}>{formatBytes(bytes)}</Fact>
        <Fact name={t('file.createdBy')}>
          <bdi>{file.createdBy}</bdi>
        </Fact>
        <Fact name={t('file.createdAt')}>
          <Time at={file.createdAt} />
        </Fact>
        <Fact name={t('file.expiresAt')}>
          <Time at={file.expiresAt} />
        </Fact>
        <Fact name={t('file.id')}>
          <Ltr>{file.id}</Ltr>
        </Fact>
      </Facts>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What the list was filtered and sorted by, and the way to see it so again. */
function Filter({ file, close }: { readonly file: FileTask; readonly close: () => void }) {
  const { screen, source, filter } = file
  const page = usePages().find((one) => one.screen === screen)
  const { sortField, sortOrder, ...asked } = textsOf(filter)
  const entity = source.split('/').at(-2) ?? ''
  const query = { ...asked, ...(sortField ? { sortField, sortOrder: sortOrder ?? 'asc' } : {}) }
  const named = Object.entries(asked)
  return (
    <section>
      <h3 className={classes.heading}>{t('file.filter')}</h3>
      {named.length === 0 && <p>{t('file.noFilter')}</p>}
      <Facts apart>
        {named.map(([name, value]) => (
          <Fact key={name} name={labelOf(entity, name)}>
            <bdi>{worded(`${entity}.${name}.${value}`) ?? value}</bdi>
          </Fact>
        ))}
        {sortField && <Fact name={t('file.sort')}>{labelOf(entity, sortField)}</Fact>}
      </Facts>
      {page && (
        <a
          className={classes.link}
          href={`#${addressText({ path: page.path, query })}`}
          onClick={close}
        >
          {t('file.openList')}
        </a>
      )}
    </section>
  )
}

const textsOf = (filter: FileTask['filter']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )

/** A text where the language has one under this key. */
const worded = (key: string): string | null => (nameText(key) === key ? null : nameText(key))

/** What a list calls a member: most lists name their texts after it. */
const labelOf = (entity: string, name: string): string =>
  worded(`${entity}.${name}`) ?? worded(`kit.${name}`) ?? name

import { type Upload, uploads } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { CopyButton } from '../../../kit/copy/CopyButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { Facts } from '../../../kit/page/Facts.tsx'
import { formatBytes } from '../../../platform/format.ts'
import { nameText, t } from '../../../platform/texts.ts'
import { Preview } from './Preview.tsx'
import { Scan, State } from './uploadColumns.tsx'
import { reasonText } from './reasonText.ts'
import { isStored, storageTexts, typeTexts } from './uploadTexts.ts'
import classes from './upload.module.css'

/** One file: its hashes, what the scanner says, and who uses it. */
export function UploadDetail({ dialog }: { readonly dialog: Dialog<Upload> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame title={record?.name ?? ''} isOpen={isOpen} close={close} size="lg">
      {record && <UploadFacts upload={record} />}
      {record && isStored(record) && <Preview upload={record} />}
      {record && record.referenceCount > 0 && <References id={record.id} />}
    </DialogFrame>
  )
}

function UploadFacts({ upload }: { readonly upload: Upload }) {
  const { id, type, bytes, sha256, md5, storage, publicUrl, scannedAt } = upload
  const reason = reasonText(upload)
  return (
    <>
      {reason && <p role="alert">{reason}</p>}
      <Facts apart>
        <Fact name={t('upload.state')}>
          <State upload={upload} />
        </Fact>
        <Fact name={t('upload.type')}>{t(typeTexts[type])}</Fact>
        <Fact name={t('upload.size')}>{formatBytes(bytes)}</Fact>
        <Fact name={t('upload.createdAt')}>
          <Time at={upload.createdAt} />
        </Fact>
        <Fact name={t('upload.createdBy')}>
          <bdi>{upload.createdBy}</bdi>
        </Fact>
        <Fact name={t('upload.organization')}>
          <bdi>{upload.orgName}</bdi>
        </Fact>
        <Fact name={t('upload.scan')}>
          <Scan upload={upload} />
        </Fact>
        <Fact name={t('upload.scannedAt')}>
          <Time at={scannedAt} />
        </Fact>
        <Fact name={t('upload.storage')}>{t(storageTexts[storage])}</Fact>
        <Code name={t('upload.id')} value={id} />
        <Code name={t('upload.sha256')} value={sha256} />
        {md5 && <Code name={t('upload.md5')} value={md5} />}
        {publicUrl && (
          <Code name={t('upload.publicUrl')} value={new URL(publicUrl, location.href).href} />
        )}
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

/** What is too long to be typed: shown whole, and copied at a press. */
function Code({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={classes.code}>
      <dt>{name}</dt>
      <dd>
        <Ltr>{value}</Ltr>
        <CopyButton label={name} text={value} />
      </dd>
    </div>
  )
}

function References({ id }: { readonly id: string }) {
  const references = useQuery(query(uploads.references, { params: { id } }))
  return (
    <Loaded query={references} permission={uploads.references.permission}>
      {(list) => (
        <section>
          <h3 className={classes.heading}>{t('upload.usedBy')}</h3>
          <ul className={classes.users}>
            {list.map(({ usedBy, usedId, name }) => (
              <li key={`${usedBy} ${usedId}`}>
                <bdi>{name}</bdi> · {holderText(usedBy)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  )
}

/** What kind of record uses a file. */
const holderText = (usedBy: string): string => nameText(`upload.holder.${usedBy}`)

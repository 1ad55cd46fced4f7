import { fillPath, imageUrl, session, type Upload, uploads } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../kit/call.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import classes from './upload.module.css'

/** The picture that a stored file is; nothing of any other. */
export function Preview({ upload }: { readonly upload: Upload }) {
  const { id, name, sha256, storage } = upload
  const mayRead = useCan(uploads.download.permission)
  const [, ending = ''] = /\.(png|jpe?g|webp|ico)$/i.exec(name) ?? []
  const isInFolder = storage === 'FOLDER'
  const { data } = useQuery({
    queryKey: ['preview', id],
    enabled: ending !== '' && isInFolder && mayRead,
    // A ticket is good for one look.
    gcTime: 0,
    staleTime: Infinity,
    queryFn: () => addressOf(id),
  })
  const source = isInFolder ? data : imageUrl(`${sha256}.${ending.toLowerCase()}`)
  if (!ending || !source) return null
  return <img className={classes.preview} src={source} alt={t('upload.preview', { name })} />
}

async function addressOf(id: string): Promise<string> {
  const path = fillPath(uploads.download.path, { id })
  const { ticket } = await call(session.ticket, { body: { path } })
  return `${path}?${new URLSearchParams({ ticket })}`
}

import { codes } from '@muster/contract'
import { vi } from 'vitest'

/** Answers every read as an installation without a record does; keeps what was asked. */
export function answerNothing(): { readonly asked: URL[] } {
  const asked: URL[] = []
  vi.stubGlobal('fetch', (target: string) => {
    const url = new URL(target, 'http://console.test')
    asked.push(url)
    return Promise.resolve(Response.json({ code: codes.success, msg: '', data: dataOf(url) }))
  })
  return { asked }
}

function dataOf({ pathname, searchParams }: URL): unknown {
  if (pathname.endsWith('/view/list')) return { views: [], defaultId: null, look: null }
  if (pathname.endsWith('/device/count')) return { total: 0, online: 0, byLifecycle: {} }
  if (!pathname.endsWith('/page')) return []
  const pageNum = Number(searchParams.get('pageNum'))
  return { list: [], total: 0, pageNum, pageSize: Number(searchParams.get('pageSize')) }
}

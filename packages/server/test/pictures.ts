import { keepImage } from '../src/features/file/image/image.queries.ts'
import type { TestApp } from './testApp.ts'

let count = 0

/** Keeps a picture of so many pixels that nobody else has; its name. */
export function addPicture(app: TestApp, size: { width: number; height: number }): Promise<string> {
  const bytes = Buffer.from(`picture ${size.width} ${size.height} ${count++}`)
  return keepImage(app.platform.db, {
    bytes,
    picture: { kind: 'png', ...size },
    name: 'picture.png',
    scan: null,
    principal: { userId: app.rootId, orgId: app.rootId },
  })
}

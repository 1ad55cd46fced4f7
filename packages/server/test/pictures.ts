import { keepImage } from '../src/features/file/image/image.queries.ts'
import type { TestApp } from './testApp.ts'

let count = 0

interface Wanted {
  readonly width: number
  readonly height: number
  readonly kind?: 'png' | 'jpg'
  /** How large its file is. */
  readonly bytes?: number
}

/** Keeps a picture of so many pixels that nobody else has; its name. */
export function addPicture(
  app: TestApp,
  { width, height, kind = 'png', bytes = 0 }: Wanted,
): Promise<string> {
  const content = `picture ${width} ${height} ${count++}`
  return keepImage(app.platform.db, {
    bytes: Buffer.from(content.padEnd(bytes)),
    picture: { kind, width, height },
    name: 'picture.png',
    scan: null,
    principal: { userId: app.rootId, orgId: app.rootId },
  })
}

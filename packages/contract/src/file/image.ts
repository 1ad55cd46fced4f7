import * as z from 'zod/mini'

/** Where pictures are put (a ticket proves who does) and where anybody who knows the name reads them. */
export const imagePaths = { upload: '/admin/file/v1/image', read: '/media' } as const

/** What a picture is for, and how large it may be. */
export const imageLimits = {
  logo: { bytes: 1024 * 1024, kinds: ['png', 'jpg', 'webp'] },
  favicon: { bytes: 200 * 1024, kinds: ['ico', 'png'] },
  background: { bytes: 5 * 1024 * 1024, kinds: ['png', 'jpg', 'webp'] },
  picture: { bytes: 2 * 1024 * 1024, kinds: ['png', 'jpg', 'webp'] },
  icon: { bytes: 200 * 1024, kinds: ['png', 'jpg', 'webp'] },
  appIcon: { bytes: 512 * 1024, kinds: ['png'] },
  banner: { bytes: 1024 * 1024, kinds: ['png', 'jpg', 'webp'] },
} as const
export type ImageUse = keyof typeof imageLimits

/** A kept picture: SHA-256 of its bytes and what it is, e.g. `9f86…0a08.png`. */
export const imageName = () =>
  z.string().check(z.maxLength(80), z.regex(/^[0-9a-f]{64}\.(?:png|jpg|webp|ico)$/))

/** Answer of an upload. */
export interface KeptImage {
  readonly name: string
  readonly url: string
}

/** Address of a kept picture; null for none. */
export const imageUrl = (name: string | null): string | null =>
  name === null ? null : `${imagePaths.read}/${name}`

import type { Platform } from '../../kit/context.ts'

/** What the link to terminals needs of the outside world. */
export type LinkPlatform = Pick<Platform, 'env' | 'pool' | 'live' | 'secrets' | 'log' | 'now'>

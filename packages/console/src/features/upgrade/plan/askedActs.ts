/** Acts that ask for something first. */
export const askedActs = ['approve', 'reject', 'exclude', 'setRate', 'extend', 'stop'] as const
export type AskedAct = (typeof askedActs)[number]

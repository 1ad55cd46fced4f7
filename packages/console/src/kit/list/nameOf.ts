import { recordName } from '@muster/contract'
import type { Row } from './listed.ts'

/** What a row is called: its name where it has one. */
export const nameOf = (row: Row): string => recordName(row) || row.id

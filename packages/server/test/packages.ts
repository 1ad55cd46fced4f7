import { createHash, randomBytes } from 'node:crypto'
import type { PackageFacts } from '@muster/contract'
import { sql } from 'kysely'
import type { TestApp } from './testApp.ts'

/** What a good package says of itself. */
export const goodFacts: PackageFacts = {
  osKind: 'ANDROID',
  packageName: 'com.bank.pay',
  versionCode: 1,
  versionName: '1.0',
  label: 'Pay',
  minSdk: 26,
  targetSdk: 34,
  isDebuggable: false,
  isTestOnly: false,
  usesCleartext: false,
  permissions: ['android.permission.INTERNET', 'android.permission.CAMERA'],
  features: [],
  abis: ['arm64-v8a'],
  locales: ['ar', 'en'],
  icon: null,
  isSplit: false,
  schemes: ['v2', 'v3'],
  signer: {
    subject: 'CN=Bank',
    sha256: 'a'.repeat(64),
    validFrom: '2020-01-01T00:00:00.000Z',
    validTo: '2050-01-01T00:00:00.000Z',
    key: 'RSA 2048',
    isDebug: false,
  },
  lineage: [],
}

/** A stored package that has been judged already: what matters in it is what was found. */
export async function addPackage(
  { platform: { db }, rootId }: TestApp,
  facts: Partial<PackageFacts> = {},
): Promise<string> {
  const sha256 = createHash('sha256').update(randomBytes(16)).digest()
  const { rows } = await sql<{ id: string }>`insert into upload
      (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
    values ('pay.apk', 'apk', 1000, ${sha256}, 1048576, 'STORED', ${rootId}, ${rootId})
    returning id`.execute(db)
  await sql`insert into package_report (sha256, facts)
    values (${sha256}, ${JSON.stringify({ ...goodFacts, ...facts })})`.execute(db)
  return rows[0]?.id ?? ''
}
